import { getInvoiceMail, invoicePdf } from '@dmse/contract/invoices/document';
import { getStatementMail, statementPdf } from '@dmse/contract/invoices/statement';
import { quotePdf } from '@dmse/contract/jobs/quote';
import type { Language } from '@dmse/domain/clients/party';
import { LINE_WORDS } from '@dmse/domain/invoices/line-words';
import { QUOTE_WORDS } from '@dmse/domain/jobs/quote-words';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_WORDS } from '../areas/invoices/document/document-words.ts';
import { useDemoFirm } from '../testing/demo-firm.ts';
import { ask } from '../testing/empty-database.ts';
import { findForeignWords } from '../testing/foreign-words.ts';
import { readPdf } from '../testing/pdf-text.ts';
import { PROJECT_WORDS } from './load/load-languages.ts';

const demo = useDemoFirm('language');

const CATALOGUES = {
  en: [DOCUMENT_WORDS.en, QUOTE_WORDS.en, LINE_WORDS.en],
  fr: [DOCUMENT_WORDS.fr, QUOTE_WORDS.fr, LINE_WORDS.fr],
};

/** The words of the other language that are none of this one, nor of what people have typed. */
async function findForeign(text: string, language: Language): Promise<string[]> {
  const named = (column: string) => (language === 'fr' ? `${column}_fr` : column);
  const typed = await ask<{ words: string }>(
    demo.ownerUrl,
    `select string_agg(words, ' ') as words from (
      select name || ' ' || billing_street || ' ' || billing_city || ' ' || tax_exempt_reason as words from client
      union all select "desc" from job union all select name || ' ' || description from task
      union all select name from task_group union all select ${named('name')} from job_role union all select ${named('name')} || ' ' || ${named('unit')} from disbursement_type
      union all select name from milestone union all select full_name from app_user union all select "desc" || ' ' || long_desc from quote
      union all select value::text from setting where section = 'firm') all_words`,
  );
  const other = CATALOGUES[language === 'fr' ? 'en' : 'fr'];
  return findForeignWords(text, { own: CATALOGUES[language], other, typed: typed[0]!.words });
}

describe.each(['en', 'fr'] as const)('documents of a client who reads %s', (language) => {
  const some = async (from: string) =>
    (await ask<{ id: number }>(demo.ownerUrl, `select t.id from ${from} where c.language = '${language}' order by t.id limit 3`)).map(
      ({ id }) => id,
    );

  it('jobs and quotes have their titles in it', async () => {
    const others = PROJECT_WORDS.map((words) => words[language === 'fr' ? 'en' : 'fr'][0]);
    const found = await ask<{ desc: string }>(
      demo.ownerUrl,
      `select p."desc" from (select client, "desc" from job union all select client, "desc" from quote) p
        join client c on c.id = p.client where c.language = '${language}'`,
    );
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter(({ desc }) => others.some((other) => desc.startsWith(`${other},`)))).toEqual([]);
  });

  it('invoices, statements, quotes and their mails have no word of the other language', async () => {
    const alice = await demo.as('alice');
    const pdf = async (answer: Promise<Blob>) => readPdf(Buffer.from(await (await answer).arrayBuffer()));
    const texts: [name: string, text: string][] = [];
    for (const id of await some(`invoice t join client c on c.id = t.client and t.state = 'SUBMITTED'`)) {
      texts.push([`invoice ${id}`, await pdf(alice.call(invoicePdf, { id }))]);
      const { subject, message } = await alice.call(getInvoiceMail, { id });
      texts.push([`mail of invoice ${id}`, `${subject} ${message}`]);
    }
    for (const client of await some(`client t join client c on c.id = t.id and exists (select from invoice i where i.client = t.id)`)) {
      texts.push([`statement ${client}`, await pdf(alice.call(statementPdf, { client }))]);
      const { subject, message } = await alice.call(getStatementMail, { client });
      texts.push([`mail of statement ${client}`, `${subject} ${message}`]);
    }
    for (const quote of await some(`quote t join client c on c.id = t.client`))
      texts.push([`quote ${quote}`, await pdf(alice.call(quotePdf, {}, { quote, detail: 'by role', show_minutes: true }))]);
    expect(texts).toHaveLength(15);
    for (const [name, text] of texts) {
      expect(text.length, name).toBeGreaterThan(60);
      expect(await findForeign(text, language), name).toEqual([]);
    }
    for (const [name, text] of texts) expect(/\b(HST|TVH)\b/.exec(text)?.[0] ?? null, name).not.toBe(language === 'fr' ? 'HST' : 'TVH');
    const money = texts.filter(([name]) => !name.startsWith('mail')).map(([, text]) => text.replaceAll(/[\u00a0\u202f]/g, ' '));
    for (const text of money) expect(text).toMatch(language === 'fr' ? /\d,\d\d \$/ : /\$[\d,]+\.\d\d/);
  });
});

it('a word of the other language would be found', async () => {
  expect(await findForeign('Facture 12, Billed before', 'fr')).toEqual(['billed', 'before']);
  expect(await findForeign('Invoice 12, Échéance', 'en')).toEqual(['echeance']);
});
