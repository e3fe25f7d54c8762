import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UPLOAD_OPERATIONS } from '../states/upload.ts';
import { type Answer, backOff, MAX_ATTEMPTS, stepAfter } from './after-answer.ts';
import { idempotencyKey, stepAfterLookUp } from './after-look-up.ts';
import { type ComparedDocument, compareLedgers, type LedgerSide, type OwnDocument } from './compare-ledgers.ts';
import { creditTax, findProposals, type KnownInvoice, type RemoteInvoice, sayEffect } from './proposals.ts';
import { changedDocuments } from './webhook.ts';

const seed = { seed: 20260304 };

const tried = { attempts: 1, has_refreshed: false, spread: 0 };
const after = (change: Partial<Answer>, more: Partial<typeof tried> = {}) =>
  stepAfter({ status: 200, retry_after: null, messages: [], ...change }, { ...tried, ...more });

describe('after an answer', () => {
  it('answer: done, refused with the words of the other side, or not accepted at all', () => {
    expect([after({}), after({ status: 201 })]).toEqual([{ step: 'done' }, { step: 'done' }]);
    expect(after({ messages: ['Account code is not valid.'] })).toEqual({
      step: 'failed',
      says: 'Account code is not valid.',
      remedy: 'Correct it, then press Retry.',
    });
    expect(after({ status: 400, messages: ['One.', 'Two.'] })).toMatchObject({ step: 'failed', says: 'One. Two.' });
    expect(after({ status: 422 })).toMatchObject({ says: 'The accounting system answered 422 without a reason.' });
    const paid = 'This document cannot be edited as it has a payment or credit note allocated to it';
    expect(after({ status: 400, messages: [paid] })).toMatchObject({
      says: paid,
      remedy: 'Take the payment or credit off the document over there, press Retry, and put it back.',
    });
  });

  it('answer: an old token is renewed once; a connection that is not accepted is made again by people', () => {
    expect(after({ status: 401 })).toEqual({ step: 'refresh' });
    expect(after({ status: 401 }, { has_refreshed: true })).toMatchObject({ step: 'retry' });
    for (const given of [after({ status: 401 }, { has_refreshed: true, attempts: 12 }), after({ status: 403 })])
      expect(given).toMatchObject({ step: 'failed', remedy: 'Connect the accounting system again.' });
  });

  it('answer: too many calls wait as long as asked; no answer is looked up, and given up in the end', () => {
    expect(after({ status: 429, retry_after: 900 })).toEqual({ step: 'retry', wait: 900 });
    expect(after({ status: 429 }, { attempts: 99 })).toEqual({ step: 'retry', wait: 3600 });
    for (const status of [null, 300, 302, 408, 500, 502, 503, 504]) {
      expect(after({ status, messages: ['Oops'] })).toEqual({ step: 'look up', wait: 30 });
      expect(after({ status }, { attempts: MAX_ATTEMPTS - 1 }).step).toBe('look up');
      expect(after({ status }, { attempts: MAX_ATTEMPTS })).toMatchObject({
        step: 'failed',
        says: 'The accounting system did not answer 12 times.',
      });
    }
  });

  it('answer laws: waits only grow, up to an hour and a quarter, and never less than asked', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(100_000),
        (attempts, spread, asked) => {
          const wait = backOff(attempts, spread);
          expect(wait >= 30 && wait <= 4500).toBe(true);
          expect(backOff(attempts + 1, spread)).toBeGreaterThanOrEqual(wait);
          expect(wait).toBeGreaterThanOrEqual(backOff(attempts, 0));
          const next = after({ status: 429, retry_after: asked }, { attempts, spread });
          expect(next.step === 'retry' && next.wait >= asked && next.wait >= wait).toBe(true);
        },
      ),
      seed,
    );
    expect([1, 2, 3, 8].map((attempts) => backOff(attempts, 0))).toEqual([30, 60, 120, 3600]);
  });

  it('answer law: nothing that may have taken effect is sent again before it is looked up', () => {
    const status = fc.option(fc.integer({ min: 100, max: 599 }));
    fc.assert(
      fc.property(status, fc.integer({ min: 1, max: 20 }), fc.boolean(), (given, attempts, has_refreshed) => {
        const { step } = after({ status: given }, { attempts, has_refreshed });
        const surelyRefused = given !== null && given >= 400 && given < 500 && given !== 408;
        if (!surelyRefused) expect(['done', 'look up', 'failed']).toContain(step);
        if (step === 'done') expect(given! >= 200 && given! < 300).toBe(true);
      }),
      seed,
    );
  });
});

describe('after a look-up', () => {
  const found = { is_ours: true, total: 100, is_void: false };
  const look = (operation: (typeof UPLOAD_OPERATIONS)[number], change: Partial<typeof found> | null) =>
    stepAfterLookUp(operation, 100, change && { ...found, ...change });

  it('look-up: created once, updated as often as needed, void when it is not there', () => {
    expect(UPLOAD_OPERATIONS.map((operation) => look(operation, null).step)).toEqual(['send', 'failed', 'done']);
    expect(UPLOAD_OPERATIONS.map((operation) => look(operation, {}).step)).toEqual(['done', 'send', 'send']);
    expect(UPLOAD_OPERATIONS.map((operation) => look(operation, { is_void: true }).step)).toEqual(['failed', 'failed', 'done']);
    expect(look('create', { total: 99 })).toEqual({ step: 'failed', says: 'The document is there with another total.' });
    expect(look('create', { is_ours: false })).toEqual({ step: 'failed', says: 'Another document has this number over there.' });
  });

  it('look-up law: over a line that cuts anything anywhere there is one document in the end, with our total', () => {
    /** What the line does to each call: lets it through, cuts it before it takes effect, or cuts the answer. */
    const line = fc.array(fc.constantFrom('through', 'cut before', 'cut after'), { maxLength: 10 });
    fc.assert(
      fc.property(line, (cuts) => {
        const there: { total: number }[] = [];
        const calls = [...cuts];
        let isDone = false;
        for (let attempts = 1; !isDone; attempts++) {
          const cut = calls.shift() ?? 'through';
          if (cut !== 'cut before') there.push({ total: 100 });
          const next = after({ status: cut === 'through' ? 200 : null }, { attempts });
          if (next.step === 'done') break;
          expect(next.step).toBe('look up');
          const seen = there[0] ? { ...found, total: there[0].total } : null;
          isDone = stepAfterLookUp('create', 100, seen).step === 'done';
        }
        expect(there).toEqual([{ total: 100 }]);
      }),
      seed,
    );
  });

  it('idempotency key: one for each document, version and operation, and short', () => {
    const keys = ['inv:1', 'inv:11'].flatMap((id) =>
      [1, 2].flatMap((version) => UPLOAD_OPERATIONS.map((one) => idempotencyKey(id, version, one))),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(idempotencyKey(`inv:${'9'.repeat(36)}`, 99_999, 'create').length).toBeLessThanOrEqual(128);
  });
});

const own = (change: Partial<OwnDocument> = {}): OwnDocument => ({
  number: '26-0001',
  client: 7,
  total: 115_00,
  tax: 15_00,
  balance: 115_00,
  is_void: false,
  upload_status: 'UPLOADED',
  upload_error: '',
  ...change,
});

describe('comparing both ledgers', () => {
  const side = <D extends ComparedDocument>(documents: D[], balance = 0, tax = 0): LedgerSide<D> => ({
    documents,
    client_balances: [{ key: '7', name: 'Elm Homes', amount: balance }],
    tax_totals: [{ key: 'HST', name: 'HST', amount: tax }],
  });
  const brief = (here: OwnDocument[], there: ComparedDocument[]) =>
    compareLedgers(side(here), side(there)).map(({ kind, subject, here: mine, there: theirs, cause, action }) => [
      kind,
      subject,
      mine,
      theirs,
      cause,
      action,
    ]);

  it.each([
    [own({ upload_status: 'NOT_UPLOADED' }), 'It waits in the queue.', 'wait'],
    [own({ upload_status: 'UPLOAD_FAILED', upload_error: 'No account.' }), 'The accounting system refused it: No account.', 'send'],
    [own(), 'It was deleted over there.', 'look'],
  ] as const)('differences: missing there, %j', (document, cause, action) => {
    expect(brief([document], [])).toEqual([['document missing there', '26-0001', 115_00, null, cause, action]]);
  });

  it('differences: made there, voided on one side, changed, paid there or here', () => {
    expect(brief([], [own({ number: 'X-1' })])).toEqual([
      ['document missing here', 'X-1', null, 115_00, 'It was made over there.', 'look'],
    ]);
    expect(brief([own()], [own({ is_void: true })])).toEqual([
      ['void on one side', '26-0001', 115_00, 0, 'It was voided over there.', 'accept'],
    ]);
    expect(brief([own({ is_void: true, upload_status: 'UPDATE_FAILED', upload_error: 'Paid.' })], [own()])).toEqual([
      ['void on one side', '26-0001', 0, 115_00, 'The accounting system refused it: Paid.', 'send'],
    ]);
    expect(brief([own()], [own({ total: 116_00, balance: 116_00, tax: 15_01 })])).toEqual([
      ['amount differs', '26-0001', 115_00, 116_00, 'It was changed over there.', 'send'],
      ['tax differs', '26-0001', 15_00, 15_01, 'It was changed over there.', 'send'],
    ]);
    expect(brief([own()], [own({ balance: 15_00 })])).toEqual([
      ['balance differs', '26-0001', 115_00, 15_00, 'A payment or credit over there is not here.', 'accept'],
    ]);
    const last = (here: OwnDocument, there: ComparedDocument) => brief([here], [there])[0]!.slice(4);
    expect(last(own({ undeposited: 100_00 }), own({ balance: 15_00 }))).toEqual([expect.stringContaining('not deposited yet'), 'look']);
    const money = { upload_status: 'NOT_UPLOADED', upload_error: '' } as const;
    expect(last(own({ balance: 0, money }), own())).toEqual(['It waits in the queue.', 'wait']);
    expect(brief([own({ balance: 0 })], [own()])).toMatchObject([
      ['balance differs', '26-0001', 0, 115_00, 'A payment or credit here is not over there.', 'send'],
    ]);
    expect([brief([own({ is_void: true })], []), brief([own({ is_void: true })], [own({ is_void: true, total: 1 })])]).toEqual([[], []]);
    expect(brief([], [own({ is_void: true })])).toEqual([]);
  });

  it('differences: the balance of a client and the total of a tax, explained by documents or not', () => {
    const there = own({ balance: 15_00, tax: 14_00 });
    const named = compareLedgers(side([own()], 115_00, 15_00), side([there], 15_00, 14_00)).map(({ kind, cause }) => [kind, cause]);
    expect(named.slice(2)).toEqual([
      ['client balance differs', 'The documents named above explain it.'],
      ['tax total differs', 'The documents named above explain it.'],
    ]);
    expect(compareLedgers(side([own()], 115_00, 15_00), side([own()], 110_00, 15_07))).toMatchObject([
      {
        kind: 'client balance differs',
        subject: 'Elm Homes',
        here: 115_00,
        there: 110_00,
        cause: '$5.00 is on no document that differs.',
      },
      { kind: 'tax total differs', subject: 'HST', cause: '$0.07 is on no document that differs.' },
    ]);
    const nobody = { documents: [], client_balances: [], tax_totals: [] };
    expect(compareLedgers(side([], 5), nobody)).toMatchObject([{ here: 5, there: 0 }]);
    expect(compareLedgers(nobody, side([], 0, 5))).toMatchObject([{ subject: 'HST', here: 0, there: 5 }]);
  });

  const document = fc.record({
    client: fc.constantFrom(7, 8),
    total: fc.nat(500_00),
    tax: fc.nat(50_00),
    balance: fc.nat(500_00),
    is_void: fc.boolean(),
  });
  it('differences: tax that credit notes over there take back is named, and what is more than that too', () => {
    const ledger = (amount: number, tax_on_credits = 0) => ({
      documents: [],
      client_balances: [],
      tax_totals: [{ key: 'HST', name: 'HST', amount }],
      tax_on_credits,
    });
    const cause = (there: number) => compareLedgers(ledger(15_00), ledger(there, 4_00))[0]!.cause;
    expect(cause(11_00)).toBe('Credit notes over there take back $4.00 of tax; a credit here leaves tax as it is.');
    expect(cause(10_00)).toContain('as it is. $1.00 is on no document that differs.');
  });

  const documents = fc
    .array(document, { minLength: 1, maxLength: 12 })
    .map((list) => list.map((one, at) => own({ ...one, number: `26-${at}`, upload_status: one.is_void ? 'VOIDED' : 'UPLOADED' })));

  it('differences laws: equal means none; one cent anywhere is one difference with the right name; a balance is explained by what differs', () => {
    const change = fc.constantFrom('total', 'tax', 'balance', 'is_void', 'gone', 'new', 'client balance', 'tax total');
    fc.assert(
      fc.property(documents, change, fc.nat(), fc.integer({ min: 1, max: 9_99 }), (list, what, pick, cents) => {
        const sum = (some: ComparedDocument[], of: 'balance' | 'tax') => some.reduce((all, one) => all + (one.is_void ? 0 : one[of]), 0);
        const ledger = <D extends ComparedDocument>(some: D[]): LedgerSide<D> => ({
          documents: some,
          client_balances: [7, 8].map((client) => ({
            key: String(client),
            name: `Client ${client}`,
            amount: sum(
              some.filter((one) => one.client === client),
              'balance',
            ),
          })),
          tax_totals: [{ key: 'HST', name: 'HST', amount: sum(some, 'tax') }],
        });
        expect(compareLedgers(ledger(list), ledger(list))).toEqual([]);
        expect(compareLedgers(ledger(list), ledger(list.toReversed()))).toEqual([]);

        const one = list[pick % list.length]!;
        const rest = list.filter((other) => other !== one);
        const there: LedgerSide =
          what === 'client balance' || what === 'tax total'
            ? ledger(list)
            : what === 'gone'
              ? ledger(rest)
              : what === 'new'
                ? ledger([...list, own({ number: 'new', total: cents, balance: 0, tax: 0 })])
                : ledger([...rest, { ...one, [what]: what === 'is_void' ? !one.is_void : (one[what] as number) + cents }]);
        const add = (figures: LedgerSide['tax_totals']) =>
          figures.map((figure, at) => (at === 0 ? { ...figure, amount: figure.amount + cents } : figure));
        const changed: LedgerSide =
          what === 'client balance'
            ? { ...there, client_balances: add(there.client_balances) }
            : what === 'tax total'
              ? { ...there, tax_totals: add(there.tax_totals) }
              : there;
        const found = compareLedgers(ledger(list), changed);
        const named = found.filter(({ kind }) => kind !== 'client balance differs' && kind !== 'tax total differs');
        const figures = found.filter((difference) => !named.includes(difference));
        const isSilent = one.is_void && what !== 'is_void' && what !== 'new' && !what.includes(' ');
        const expected: Record<typeof what, string[]> = {
          total: isSilent ? [] : ['amount differs'],
          tax: isSilent ? [] : ['tax differs'],
          balance: isSilent ? [] : ['balance differs'],
          is_void: ['void on one side'],
          gone: isSilent ? [] : ['document missing there'],
          new: ['document missing here'],
          'client balance': [],
          'tax total': [],
        };
        expect(named.map(({ kind }) => kind)).toEqual(expected[what]);
        if (what.includes(' ')) {
          expect(figures.map(({ kind }) => kind)).toEqual([`${what} differs`]);
          expect(figures[0]!.cause).toMatch(/on no document/);
        } else for (const { cause } of figures) expect(cause).toBe('The documents named above explain it.');
        for (const { cause, subject } of found) expect(cause !== '' && subject !== '').toBe(true);
      }),
      { ...seed, numRuns: 400 },
    );
  });
});

describe('proposals', () => {
  const known = (sent: string[] = [], decided: string[] = [], is_void = false): KnownInvoice => ({
    is_void,
    sent: new Set(sent),
    decided: new Set(decided),
  });
  const remote = (ids: string[], is_void = false): RemoteInvoice => ({
    number: '26-0001',
    is_void,
    money: ids.map((id) => ({ id, kind: id.startsWith('c') ? 'credit note' : 'payment', date: '2026-03-04', amount: 50_00 })),
  });
  const brief = (own_: KnownInvoice, there: RemoteInvoice) => findProposals(own_, there).map(({ key, kind, says }) => [key, kind, says]);

  it('proposals: payments, credit notes and voids made there, and what was removed there', () => {
    expect(brief(known(['p1']), remote(['p1', 'p2', 'c1']))).toEqual([
      ['p2', 'payment', 'A payment of $50.00 was put on invoice 26-0001 over there.'],
      ['c1', 'credit note', 'A credit note of $50.00 was put on invoice 26-0001 over there.'],
    ]);
    expect(brief(known(['p1']), remote([]))).toEqual([
      ['removed p1', 'removed', 'A payment or credit on invoice 26-0001 was removed over there.'],
    ]);
    expect(brief(known(['p1']), remote(['p1'], true))).toEqual([['void 26-0001', 'void', 'Invoice 26-0001 was voided over there.']]);
    expect(brief(known([], [], true), remote(['p1'], true))).toEqual([]);
  });

  it('proposals: what accepting a credit note does, and what becomes of its tax', () => {
    const say = (amount: number, tax = 0) => sayEffect('credit note', { amount, tax, balance: 100_00 });
    expect(say(30_00)).toBe('$30.00 of the invoice is credited here; $70.00 is still owed.');
    expect(say(100_00)).toBe('What is owed on the invoice is written off.');
    expect(say(100_01)).toBe('Only $100.00 is owed here: take a payment off the invoice first.');
    expect(say(30_00, 3_91)).toContain(
      'Revenue and tax stay as they are here; the $3.91 of tax on the credit note is taken back over there only.',
    );
    expect([creditTax(30_00, { total: 115_00, tax: 15_00 }), creditTax(115_00, { total: 115_00, tax: 15_00 })]).toEqual([3_91, 15_00]);
  });

  it('proposals law: what is decided is not proposed again, however often it is looked at', () => {
    const ids = fc.uniqueArray(fc.constantFrom('p1', 'p2', 'p3', 'c1', 'c2'));
    fc.assert(
      fc.property(ids, ids, fc.boolean(), (sent, there, is_void) => {
        const first = findProposals(known(sent), remote(there, is_void));
        expect(new Set(first.map(({ key }) => key)).size).toBe(first.length);
        const decided = first.map(({ key }) => key);
        expect(findProposals(known(sent, decided), remote(there, is_void))).toEqual([]);
        expect(findProposals(known(there, []), remote(there))).toEqual([]);
        if (!is_void) {
          const odd = new Set([...sent, ...there].filter((id) => sent.includes(id) !== there.includes(id)));
          expect(first.length).toBe(odd.size);
        }
      }),
      seed,
    );
  });
});

describe('notice of a change', () => {
  const event = (change: object = {}) => ({ tenantId: 't', eventCategory: 'INVOICE', eventType: 'UPDATE', resourceId: 'a', ...change });

  it('notice: each document of ours once, whatever else is in it', () => {
    const events = [
      event(),
      event({ eventType: 'CREATE' }),
      event({ eventCategory: 'CONTACT' }),
      event({ tenantId: 'other', resourceId: 'b' }),
      event({ eventCategory: 'SUBSCRIPTION' }),
      event({ resourceId: 7 }),
      null,
    ];
    expect(changedDocuments({ events }, 't')).toEqual([
      { noun: 'INVOICE', id: 'a' },
      { noun: 'CONTACT', id: 'a' },
    ]);
  });

  it('notice law: no text whatever makes it fail', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(changedDocuments(json, 't')).toEqual([]);
        expect(Array.isArray(changedDocuments({ events: json }, 't'))).toBe(true);
      }),
      seed,
    );
  });
});
