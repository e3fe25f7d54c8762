export { run } from '../rename-check.ts';
