export { run } from '../samples.ts';
