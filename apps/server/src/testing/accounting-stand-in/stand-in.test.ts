import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountingStandIn, startAccountingStandIn } from './stand-in.ts';

let there: AccountingStandIn;
let clock = Date.parse('2026-03-04T12:00:00Z');
let token = '';
let count = 0;

beforeAll(async () => {
  there = await startAccountingStandIn({ now: () => clock, limits: { perMinute: 10_000 } });
  token = there.grantTokens().access_token;
});
afterAll(() => there.stop());

/** An answer: the list in it, the first of that list, and what was refused. */
type Shown = Record<string, string>;
type Sent = { status: number; body: Record<string, unknown>; list: Shown[]; first: Shown; headers: Headers; messages: string[] };
type Refused = { Message: string; Elements?: { ValidationErrors: { Message: string }[] }[] };

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Sent> {
  const own = { authorization: `Bearer ${token}`, 'xero-tenant-id': there.tenantId, accept: 'application/json' };
  const sends = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(`${there.url}/api.xro/2.0/${path}`, { method, headers: { ...own, ...type, ...headers }, ...sends });
  const read = (await answer.json()) as Record<string, unknown> & Refused;
  const errors = read.Elements?.[0]?.ValidationErrors ?? [{ Message: read.Message }];
  const list = (Object.values(read).find(Array.isArray) ?? []) as Shown[];
  return {
    status: answer.status,
    body: read,
    list,
    first: list[0]!,
    headers: answer.headers,
    messages: errors.map(({ Message }) => Message),
  };
}

async function makeContact(): Promise<string> {
  count += 1;
  const { first } = await call('PUT', 'Contacts', { Name: `Client ${count}`, ContactNumber: String(count) });
  return first.ContactID!;
}

const line = (more: object = {}) => ({
  Description: 'Survey',
  Quantity: 1,
  UnitAmount: 100,
  AccountCode: '4000',
  TaxType: 'TAX001',
  ...more,
});
let contact = '';
async function invoice(number: string, more: object = {}, lines: object[] = [line()]): Promise<object> {
  contact ||= await makeContact();
  const dates = { Date: '2026-03-04', DueDate: '2026-04-03' };
  return {
    Type: 'ACCREC',
    Contact: { ContactID: contact },
    InvoiceNumber: number,
    Status: 'AUTHORISED',
    ...dates,
    LineItems: lines,
    ...more,
  };
}
const putInvoice = async (number: string, more: object = {}, lines?: object[]) =>
  call('PUT', 'Invoices?unitdp=4', await invoice(number, more, lines));
const idOf = ({ first }: Sent) => first.InvoiceID!;
const pay = (InvoiceID: string, Amount: number, more: object = {}) =>
  call('PUT', 'Payments', { Invoice: { InvoiceID }, Account: { Code: '1000' }, Date: '2026-03-05', Amount, ...more });

test('sign-in: consent with PKCE, a code that is good once, refresh tokens that are good once and for half an hour more, and an end to the connection', async () => {
  const code_verifier = 'a'.repeat(50);
  const redirect_uri = 'http://localhost:8080/back';
  const asked = {
    response_type: 'code',
    client_id: there.clientId,
    redirect_uri,
    state: 'secret state',
    scope: 'offline_access accounting.invoices',
  };
  const challenge = { code_challenge: createHash('sha256').update(code_verifier).digest('base64url'), code_challenge_method: 'S256' };
  const address = `${there.url}/identity/connect/authorize?${new URLSearchParams({ ...asked, ...challenge })}`;
  expect(await (await fetch(address)).text()).toContain('Demo Surveys (Test)');
  expect((await fetch(address.replace('S256', 'plain'))).status).toBe(400);
  const { code, state } = there.consent(address);
  expect(state).toBe('secret state');
  const authorization = `Basic ${btoa(`${there.clientId}:${there.clientSecret}`)}`;
  const ask = async (form: Record<string, string>, headers: Record<string, string> = { authorization }) => {
    const answer = await fetch(`${there.url}/connect/token`, { method: 'POST', headers, body: new URLSearchParams(form) });
    return { status: answer.status, ...((await answer.json()) as { access_token: string; refresh_token: string; error?: string }) };
  };
  const exchange = { grant_type: 'authorization_code', code, redirect_uri, code_verifier };
  expect(await ask(exchange, {})).toMatchObject({ status: 401, error: 'invalid_client' });
  const first = await ask(exchange);
  expect(first).toMatchObject({ status: 200, expires_in: 1800 });
  expect(await ask(exchange)).toMatchObject({ status: 400, error: 'invalid_grant' });
  expect(await ask({ ...exchange, code: there.consent(address).code, code_verifier: 'b'.repeat(50) })).toMatchObject({
    error: 'invalid_grant',
  });
  const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
  const second = await ask(refresh);
  expect(second.status).toBe(200);
  // The answer may have got lost: it is taken again for half an hour.
  expect((await ask(refresh)).status).toBe(200);
  const own = { authorization: `Bearer ${second.access_token}` };
  expect((await call('GET', 'Payments', undefined, own)).status).toBe(403);
  expect((await call('GET', 'Invoices', undefined, { ...own, 'xero-tenant-id': 'another' })).status).toBe(403);
  expect((await call('GET', 'Invoices', undefined, { accept: '*/*' })).status).toBe(406);
  clock += 1_800_000;
  expect(await ask(refresh)).toMatchObject({ status: 400, error: 'invalid_grant' });
  expect((await call('GET', 'Invoices', undefined, own)).status).toBe(401);
  token = there.grantTokens().access_token;
  const [connection] = (await (await fetch(`${there.url}/connections`, { headers: { authorization: `Bearer ${token}` } })).json()) as {
    id: string;
  }[];
  const end = { method: 'DELETE', headers: { authorization: `Bearer ${token}` } };
  expect((await fetch(`${there.url}/connections/${connection!.id}`, end)).status).toBe(204);
  expect((await call('GET', 'Invoices')).status).toBe(403);
  token = there.grantTokens().access_token;
});

test('invoices: amounts are reckoned by line, and each rule refuses with its words', async () => {
  const good = await putInvoice('100', {}, [
    line({ Quantity: 0.35, UnitAmount: 42.3333, LineAmount: 14.82 }),
    line({ UnitAmount: 25.06, TaxAmount: 1.13 }),
  ]);
  expect(good.first).toMatchObject({
    SubTotal: 39.88,
    TotalTax: 3.35,
    Total: 43.23,
    AmountDue: 43.23,
    DateString: '2026-03-04T00:00:00',
  });
  const cases: [object, object[], string][] = [
    [{}, [line({ AccountCode: '9999' })], "Account code '9999' is not a valid code for this document."],
    [{}, [line({ AccountCode: '1000' })], "Account code '1000' is not a valid code for this document."],
    [{}, [line({ TaxType: 'HST' })], "The TaxType code 'HST' does not exist or cannot be used for this type of transaction."],
    [{}, [line({ LineAmount: 100.01 })], 'The line total 100.01 does not match the expected line total 100.00'],
    [{}, [line({ TaxAmount: 15.02 })], 'The tax amount 15.02 cannot be used where the tax rate gives 15.00'],
    [{}, [line({ Tracking: [{ Name: 'Division', Option: 'Moon' }] })], "The tracking option 'Moon' does not exist or is not active."],
    [{}, [line({ UnitAmount: -1 })], 'The document total cannot be negative.'],
    [{ InvoiceNumber: '100' }, [line()], 'Invoice # must be unique.'],
    [{ Status: 'PAID' }, [line()], 'The status PAID follows from payments and cannot be set.'],
    [{ Contact: { ContactID: 'none' } }, [line()], 'The contact does not exist; the stand-in makes none by its name.'],
  ];
  for (const [more, lines, says] of cases) expect(await putInvoice('101', more, lines)).toMatchObject({ status: 400, messages: [says] });
  expect((await call('PUT', 'Invoices', await invoice('101', {}, [line({ UnitAmount: 0.125, LineAmount: 0.13 })]))).status).toBe(200);
  for (const wrong of [{ Total: 5 }, { Date: '2026-02-30' }, { CurrencyCode: 'USD' }]) {
    const refused = await putInvoice('102', wrong);
    expect([refused.status, refused.body.Type]).toEqual([400, 'PostDataInvalidException']);
  }
  const both = { Invoices: [await invoice('103'), await invoice('100')] };
  expect((await call('PUT', 'Invoices', both)).status).toBe(400);
  expect(there.ledger().invoicesByNumber.get('103')).toBeUndefined();
  const alone = await call('PUT', 'Invoices?summarizeErrors=false', both);
  expect(alone.list).toMatchObject([{ StatusAttributeString: 'OK' }, { ValidationErrors: [{ Message: 'Invoice # must be unique.' }] }]);
});

test('invoices: found by number, id, status and time; changed, voided, and not while something is allocated', async () => {
  clock += 10_000;
  const made = await putInvoice('200', {}, [line(), line()]);
  const id = idOf(made);
  const find = async (query: string, headers = {}) => (await call('GET', `Invoices${query}`, undefined, headers)).list.length;
  const quoted = encodeURIComponent('InvoiceNumber=="200"');
  expect(
    await Promise.all(
      [`?where=${quoted}`, '?InvoiceNumbers=200,100', `?IDs=${id}`, `/${id}`, '/200', '?Statuses=VOIDED'].map((q) => find(q)),
    ),
  ).toEqual([1, 2, 1, 1, 1, 0]);
  expect(await find('', { 'if-modified-since': new Date(clock).toISOString().slice(0, 19) })).toBe(1);
  const paged = await call('GET', 'Invoices?page=2&pageSize=1');
  expect(paged.body).toMatchObject({
    pagination: { page: 2, pageSize: 1 },
    Invoices: [{ LineItems: expect.arrayContaining([expect.anything()]) }],
  });
  expect((await call('GET', 'Invoices?Number=200')).status).toBe(400);
  const [kept] = made.first.LineItems as unknown as [Shown];
  const changed = await call('POST', 'Invoices', { InvoiceID: id, LineItems: [line({ LineItemID: kept.LineItemID, UnitAmount: 50 })] });
  expect(changed.first).toMatchObject({ Total: 57.5, LineItems: [{ LineItemID: kept.LineItemID }] });
  const payment = (await pay(id, 7.5, { Reference: 'P-1' })).first;
  const refused = 'This document cannot be edited as it has a payment or credit note allocated to it';
  for (const edit of [{ Reference: 'x' }, { Status: 'VOIDED' }])
    expect(await call('POST', `Invoices/${id}`, edit)).toMatchObject({ status: 400, messages: [refused] });
  expect((await call('POST', `Payments/${payment.PaymentID}`, { Status: 'DELETED' })).status).toBe(200);
  expect((await call('POST', `Invoices/${id}`, { Status: 'VOIDED' })).first).toMatchObject({ Status: 'VOIDED', AmountDue: 0 });
  expect((await putInvoice('200')).messages).toEqual(['Invoice # must be unique.']);
  expect((await call('POST', `Invoices/${id}`, { Reference: 'x' })).messages).toEqual(['Invoice not of valid status for modification']);
});

test('money: payments, credit notes and overpayments go as far as what is open, and back', async () => {
  const id = idOf(await putInvoice('300'));
  expect((await pay(id, 115.01)).messages).toEqual(['Payment amount exceeds the amount outstanding on this document']);
  expect((await pay(id, 1, { Account: { Code: '4000' } })).messages).toEqual(["Payments to account '4000' are not enabled."]);
  expect((await pay(id, 15, { Account: { Code: '1190' }, Reference: 'P-2' })).status).toBe(200);
  const where = encodeURIComponent('Reference=="P-2"');
  expect((await call('GET', `Payments?where=${where}`)).list).toMatchObject([
    { Amount: 15, Invoice: { InvoiceNumber: '300' }, Status: 'AUTHORISED' },
  ]);
  const note = {
    Type: 'ACCRECCREDIT',
    Status: 'AUTHORISED',
    Contact: { ContactID: contact },
    CreditNoteNumber: 'WO-300',
    LineItems: [line({ AccountCode: '6900', TaxType: 'TAX002', UnitAmount: 60 })],
  };
  const credit = (await call('PUT', 'CreditNotes', note)).first;
  const allocate = (path: string, Amount: number) =>
    call('PUT', `${path}/Allocations`, { Allocations: [{ Invoice: { InvoiceID: id }, Amount, Date: '2026-03-05' }] });
  expect((await allocate(`CreditNotes/${credit.CreditNoteID}`, 60.01)).messages).toEqual([
    'The amount to allocate exceeds the remaining credit.',
  ]);
  const put = (await allocate(`CreditNotes/${credit.CreditNoteID}`, 60)).first;
  const overpaid = {
    Type: 'RECEIVE-OVERPAYMENT',
    Contact: { ContactID: contact },
    BankAccount: { Code: '1000' },
    LineAmountTypes: 'NoTax',
    Reference: 'P-3',
    LineItems: [{ Description: 'Over', UnitAmount: 70 }],
  };
  const bank = (await call('PUT', 'BankTransactions', overpaid)).first;
  const over = (await allocate(`Overpayments/${bank.OverpaymentID}`, 40)).first;
  expect((await call('GET', 'Invoices/300')).first).toMatchObject({
    Status: 'PAID',
    AmountPaid: 15,
    AmountCredited: 100,
    AmountDue: 0,
  });
  const takeBack = () => call('POST', 'BankTransactions', { BankTransactionID: bank.BankTransactionID, Status: 'DELETED' });
  expect((await takeBack()).status).toBe(400);
  const refund = { Overpayment: { OverpaymentID: bank.OverpaymentID }, Account: { Code: '1000' }, Date: '2026-03-06', Amount: 30.01 };
  expect((await call('PUT', 'Payments', refund)).status).toBe(400);
  const refunded = (await call('PUT', 'Payments', { ...refund, Amount: 30 })).first;
  expect((await call('GET', `Overpayments/${bank.OverpaymentID}`)).first).toMatchObject({
    RemainingCredit: 0,
    Status: 'PAID',
  });
  expect((await call('DELETE', `CreditNotes/${credit.CreditNoteID}/Allocations/${put.AllocationID}`)).status).toBe(200);
  expect((await call('DELETE', `Overpayments/${bank.OverpaymentID}/Allocations/${over.AllocationID}`)).status).toBe(200);
  expect((await call('DELETE', `Overpayments/${bank.OverpaymentID}/Allocations/${over.AllocationID}`)).status).toBe(404);
  await call('POST', `Payments/${refunded.PaymentID}`, { Status: 'DELETED' });
  expect((await takeBack()).first).toMatchObject({ Status: 'DELETED' });
  expect((await call('GET', 'Invoices/300')).first).toMatchObject({
    Status: 'AUTHORISED',
    AmountDue: 100,
    CreditNotes: [],
    Overpayments: [],
  });
});

test('contacts: names are unique among active ones, archived ones take nothing, merged ones point on; a closed period takes nothing', async () => {
  const [first, second] = [await makeContact(), await makeContact()];
  const name = `Client ${count}`;
  expect((await call('PUT', 'Contacts', { Name: name.toUpperCase() })).messages[0]).toContain('must be unique across all active contacts');
  expect((await call('PUT', 'Contacts', { Name: 'Long', ContactNumber: '9'.repeat(51) })).status).toBe(400);
  const find = async (where: string) => (await call('GET', `Contacts?where=${encodeURIComponent(where)}`)).list;
  expect(await find(`ContactNumber=="${count}"`)).toMatchObject([{ ContactID: second, Name: name }]);
  await putInvoice('400', { Contact: { ContactID: second, Name: 'Renamed "Ltd."' } });
  expect(await find('Name=="Renamed \\"Ltd.\\""')).toMatchObject([{ ContactID: second }]);
  there.mergeContactsThere(second, first);
  expect((await call('GET', `Contacts?includeArchived=true&IDs=${second}`)).list).toMatchObject([
    { ContactStatus: 'ARCHIVED', MergedToContactID: first },
  ]);
  expect((await call('GET', 'Invoices/400')).first).toMatchObject({ Contact: { ContactID: first } });
  expect((await putInvoice('401', { Contact: { ContactID: second } })).messages[0]).toContain('is archived');
  there.lockThere('2026-03-04');
  expect((await putInvoice('401')).messages[0]).toContain('period lock date');
  expect((await call('POST', 'Invoices/400', { Status: 'VOIDED' })).status).toBe(400);
  expect((await pay(idOf(await call('GET', 'Invoices/400')), 1, { Date: '2026-03-04' })).status).toBe(400);
  there.lockThere(null);
});

test('calls: a key answers once, limits hold, and faults befall what was asked for', async () => {
  const key = { 'idempotency-key': 'inv:500' };
  const body = await invoice('500');
  const answers = [await call('PUT', 'Invoices', body, key), await call('PUT', 'Invoices', body, key)];
  expect(answers[1]!.body).toEqual(answers[0]!.body);
  expect((await call('PUT', 'Invoices', { ...body, Reference: 'x' }, key)).status).toBe(400);
  expect((await call('PUT', 'Invoices', body, { 'idempotency-key': 'x'.repeat(129) })).status).toBe(400);
  there.setFaults([
    { kind: 'cut after' },
    { kind: 'cut before' },
    { kind: 'error after' },
    { kind: 'too many', retryAfter: 7 },
    { kind: 'token expired' },
  ]);
  const cut = { 'idempotency-key': 'inv:501' };
  const next = await invoice('501');
  await expect(call('PUT', 'Invoices', next, cut)).rejects.toThrow();
  await expect(call('PUT', 'Invoices', next, cut)).rejects.toThrow();
  expect((await call('PUT', 'Invoices', await invoice('502'))).status).toBe(500);
  expect((await call('GET', 'Invoices')).headers.get('retry-after')).toBe('7');
  expect((await call('GET', 'Invoices')).status).toBe(401);
  token = there.grantTokens().access_token;
  expect((await call('PUT', 'Invoices', next, cut)).status).toBe(200);
  const { invoicesByNumber } = there.ledger();
  expect(['500', '501', '502'].map((number) => invoicesByNumber.get(number))).toEqual([1, 1, 1]);

  const small = await startAccountingStandIn({ now: () => clock, limits: { perMinute: 2, atOnce: 1 } });
  const headers = {
    authorization: `Bearer ${small.grantTokens().access_token}`,
    'xero-tenant-id': small.tenantId,
    accept: 'application/json',
  };
  const ask = async () => {
    const { status, headers: told } = await fetch(`${small.url}/api.xro/2.0/Organisation`, { headers });
    return [status, told.get('x-rate-limit-problem'), told.get('x-minlimit-remaining')];
  };
  expect([await ask(), await ask(), await ask()]).toEqual([
    [200, null, '1'],
    [200, null, '0'],
    [429, 'minute', '0'],
  ]);
  clock += 60_000;
  // One of the two is kept waiting for longer than the test runs; the other is one too many.
  small.setFaults([{ kind: 'slow', milliseconds: 3_600_000 }]);
  const both = [ask(), ask()];
  expect(await Promise.any(both)).toEqual([429, 'concurrent', '1']);
  await Promise.all([small.stop(), Promise.allSettled(both)]);
});

test('notices: what changes is told with a signature, whoever changed it', async () => {
  const heard: { body: string; signature: string }[] = [];
  const { createHmac } = await import('node:crypto');
  const hook = createServer(async (request, response) => {
    const body = await text(request);
    const signature = String(request.headers['x-xero-signature']);
    heard.push({ body, signature });
    response.writeHead(createHmac('sha256', 'key').update(body).digest('base64') === signature ? 200 : 401).end();
  });
  await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done));
  there.setWebhook({ url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}`, key: 'key' });
  expect(await there.checkWebhook()).toEqual({ right: 200, wrong: 401, isAccepted: true });
  heard.length = 0;
  const id = idOf(await putInvoice('600'));
  const payment = there.payThere('600', 1500, '2026-03-05');
  there.removePaymentThere(payment);
  there.creditThere('600', 500);
  there.editThere('500', { Reference: 'from there' });
  there.voidThere('500');
  there.addInvoiceThere('X-1', 9900);
  expect(() => there.voidThere('600')).toThrow('This document cannot be edited');
  const press = (deed: string) =>
    fetch(`${there.url}/people`, { method: 'POST', body: new URLSearchParams({ do: deed, id: '600', amount: '10' }) });
  expect(await (await press('void')).text()).toContain('This document cannot be edited');
  expect(await (await press('pay')).text()).toContain('100.00');
  await there.webhooksSettled();
  hook.close();
  const events = heard.flatMap(
    ({ body }) => JSON.parse(body).events as { eventCategory: string; eventType: string; resourceId: string; tenantId: string }[],
  );
  expect(events[0]).toMatchObject({ eventCategory: 'INVOICE', eventType: 'CREATE', resourceId: id, tenantId: there.tenantId });
  expect(events.filter(({ resourceId }) => resourceId === id)).toHaveLength(5);
  expect(events.map(({ eventCategory }) => eventCategory)).toEqual(expect.arrayContaining(['CREDITNOTE', 'CONTACT']));
  expect(there.ledger().invoices.find(({ number }) => number === '600')).toMatchObject({
    total: 11_500,
    paid: 1000,
    credited: 500,
    due: 10_000,
  });
});
