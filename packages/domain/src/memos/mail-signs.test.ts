import { describe, expect, it } from 'vitest';
import { type HeadersOf, isListMail, whyAutomatic, whyDoubtSender } from './mail-signs.ts';

function headers(given: Record<string, string | string[]>): HeadersOf {
  return (name) => [given[name] ?? []].flat();
}

describe('what a machine sent', () => {
  it.each([
    [{ 'auto-submitted': 'auto-replied; owner-email="x"' }],
    [{ 'auto-submitted': 'auto-generated (vacation)' }],
    [{ precedence: 'bulk' }],
    [{ 'x-autoreply': 'yes' }],
    [{ 'content-type': 'multipart/report; report-type=disposition-notification; boundary=x' }],
    [{ 'return-path': '<>' }],
  ])('%j is told by its headers', (given) => expect(whyAutomatic(headers(given), 'Re: Plan')).toMatch(/\.$/));

  it.each(['Automatic reply: Plan', 'Out of office: back on Monday', 'Réponse automatique : absent'])(
    '%j is told by its subject',
    (subject) => expect(whyAutomatic(headers({}), subject)).toBe('It is an automatic reply.'),
  );

  it('a person is not', () => {
    expect(whyAutomatic(headers({ 'auto-submitted': 'no', 'return-path': '<joe@example.ca>' }), 'Out of office hours work')).toBeNull();
    expect(isListMail(headers({}))).toBe(false);
    expect(isListMail(headers({ 'list-id': 'Surveyors <s.example.ca>' }))).toBe(true);
  });
});

describe('a sender', () => {
  const joe = ['joe@example.ca'];
  const doubt = (given: Record<string, string | string[]>, judge = '') => whyDoubtSender(headers(given), joe, judge);

  it('is believed where nothing speaks against them', () => {
    expect(doubt({})).toBeNull();
    expect(doubt({ 'return-path': '<bounce@mail.example.ca>' })).toBeNull();
    expect(
      doubt({ 'authentication-results': 'mx.example.ca; spf=softfail; dkim=pass (2048-bit; key) header.d=example.ca; dmarc=pass' }),
    ).toBeNull();
  });

  it('is doubted where a mail server says no, wherever it says so', () => {
    expect(doubt({ 'authentication-results': ['mx.a; dmarc=pass', 'mx.b; dmarc=fail action=none'] })).toMatch(/does not come/);
    expect(doubt({ 'authentication-results': 'mx.a 1; spf=fail smtp.mailfrom=joe@example.ca; dkim=none' })).toMatch(/does not come/);
    expect(doubt({ 'return-path': '<x@evil.example>' })).toMatch(/evil\.example/);
    expect(doubt({ from: ['a', 'b'] })).toMatch(/more than one/);
  });

  it('needs the word of the firm’s own server, once its name is known; another’s does not count', () => {
    expect(doubt({ 'authentication-results': 'MX.example.ca; dmarc=pass header.from=example.ca' }, 'mx.example.ca')).toBeNull();
    expect(doubt({ 'authentication-results': ['mx.example.ca; dmarc=none', 'mx.example.ca; dmarc=pass'] }, 'mx.example.ca')).not.toBeNull();
    expect(doubt({ 'authentication-results': 'mx.evil.example; dmarc=pass' }, 'mx.example.ca')).not.toBeNull();
    expect(doubt({}, 'mx.example.ca')).not.toBeNull();
  });
});
