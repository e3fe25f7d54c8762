import * as quote from '@dmse/contract/jobs/quote';
import { serve } from '../../../call/serve.ts';
import { setQuoteLocation } from '../../../flows/place-projects.ts';
import { promoteQuote } from '../../../flows/promote-quote.ts';
import { mailQuote, updateQuote } from '../../../flows/submit-quote.ts';
import { populateDrive } from '../project/drive-folder.service.ts';
import * as quotes from './quote.service.ts';
import { previewQuote } from './quote-document.service.ts';

export const quoteRoutes = [
  serve(quote.listQuotes, (call) => quotes.listQuotes(call, call.query)),
  serve(quote.createQuote, (call) => quotes.createQuote(call, call.body)),
  serve(quote.getQuote, (call) => quotes.getQuote(call, call.params.id)),
  serve(quote.updateQuote, (call) => updateQuote(call, call.params.id, call.body)),
  serve(quote.listQuoteHistory, (call) => quotes.listQuoteHistory(call, call.params.id, call.query)),
  serve(quote.listQuoteRevisions, (call) => quotes.listQuoteRevisions(call, call.params.id, call.query)),
  serve(quote.mailQuote, (call) => mailQuote(call, call.params.id, call.body)),
  serve(quote.setQuoteLocation, (call) => setQuoteLocation(call, call.params.id, call.body)),
  serve(quote.populateQuoteDrive, async (call) => populateDrive(call, quotes.quoteNoun, await quotes.lockQuote(call, call.params.id))),
  serve(quote.promoteQuote, (call) => promoteQuote(call, call.params.id, call.body)),
  serve(quote.quotePdf, (call) => previewQuote(call, call.body)),
];
