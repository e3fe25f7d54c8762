import { searchEverything } from '@dmse/contract/search/search';
import { serve } from '../../../call/serve.ts';
import * as search from './search.service.ts';

export const searchRoutes = [serve(searchEverything, (call) => search.searchEverything(call, call.query.query))];
