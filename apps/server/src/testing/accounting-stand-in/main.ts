/** The stand-in of the accounting system for people: `npm run accounting-stand-in`. */
import { startAccountingStandIn } from './stand-in.ts';

const say = (line = '') => void process.stdout.write(`${line}\n`);
const port = Number(process.env.PORT || 8090);
const key = process.env.XERO_WEBHOOK_KEY || 'stand-in-webhook-key';

const there = await startAccountingStandIn({ port });
if (process.env.WEBHOOK_URL) there.setWebhook({ url: process.env.WEBHOOK_URL, key });

say(`The accounting stand-in listens on ${there.url}, on this machine only. It keeps everything in memory.`);
say();
say('Open that address to see what is kept, and to pay, credit or void an invoice over there.');
say();
say('Start DMSE in another terminal so that it uses the stand-in:');
say();
say(`  XERO_URL=${there.url} XERO_CLIENT_ID=${there.clientId} XERO_CLIENT_SECRET=${there.clientSecret} \\`);
say(`  XERO_WEBHOOK_KEY=${key} npm start`);
say();
say(
  process.env.WEBHOOK_URL
    ? `What changes here is told to ${process.env.WEBHOOK_URL}.`
    : 'What changes here is told to nobody; give WEBHOOK_URL to change that.',
);
say('Stop with Ctrl-C. What was entered here is then gone.');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => there.stop().then(() => process.exit(0)));
