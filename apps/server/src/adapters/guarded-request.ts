import { lookup as resolveName } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that lead back into this machine, or to the machinery beside it. Nobody's drive or geocoder is there. */
const HOUSE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  HOUSE.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  HOUSE.addSubnet(net, bits, 'ipv6');

/** Networks of a firm: a drive may stand in one, a public service does not. */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

/** An IPv4 address in IPv6 clothes is judged as what it is. */
function plainAddress(address: string): string {
  const mapped = /^(?:::ffff:|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}

function isIn(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  // Written in hexadecimal it cannot be told apart from the rest: no honest name resolves to that.
  if (isIP(plain) === 6 && /^(::ffff:|64:ff9b:)/i.test(plain)) return true;
  return isIP(plain) === 0 || list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

export type AddressRule = (address: string) => boolean;

/** For a drive: the firm's own network will do, this machine will not. */
export const isOutsideHouse: AddressRule = (address) => !isIn(HOUSE, address);
/** For a service on the internet (SEC-S27). */
export const isPublic: AddressRule = (address) => isOutsideHouse(address) && !isIn(PRIVATE, address);

/** The name is resolved here and the connection goes to what was judged: it cannot mean something else a moment later. */
function guardedLookup(isAllowed: AddressRule): LookupFunction {
  return (host, options, done) => {
    resolveName(host, { ...options, all: true }, (error, found) => {
      const bad = found?.find(({ address }) => !isAllowed(address));
      const first = found?.[0];
      if (error || bad || !first) {
        done(error ?? new Error(`${host} is not an address that may be asked.`), '', 0);
        return;
      }
      if (options.all) (done as (error: null, all: typeof found) => void)(null, found);
      else done(null, first.address, first.family);
    });
  };
}

/**
 * Why this host will be refused when it is asked, as far as can be known now: a name that cannot be looked up at the moment may be there
 * tomorrow.
 */
export async function whyNotHost({ hostname }: URL, isAllowed: AddressRule): Promise<string | null> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await lookUp(host, { all: true }).catch(() => []) : [{ address: host }];
  return found.every(({ address }) => isAllowed(address)) ? null : `${host} is not an address that may be asked.`;
}

export type GuardedRequest = {
  url: URL;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  isAllowed: AddressRule;
  timeoutMs: number;
  mostBytes: number;
};
export type GuardedAnswer = { status: number; bytes: Buffer; readonly text: string; headers: IncomingHttpHeaders };

/**
 * Asks a server that somebody named in the settings: http or https only, no redirect is followed, never longer than the time given,
 * never more than the bytes given, and only at an address the rule allows.
 */
export function guardedRequest({
  url,
  method = 'GET',
  headers = {},
  body,
  isAllowed,
  timeoutMs,
  mostBytes,
}: GuardedRequest): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('Only http and https addresses are asked.');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowed(host)) throw new Error(`${host} is not an address that may be asked.`);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(timeoutMs);
    const request = send(url, { method, headers, lookup: guardedLookup(isAllowed), signal, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > mostBytes) request.destroy(new Error('The answer is too large.'));
        else parts.push(part);
      });
      answer.on('end', () => {
        const whole = Buffer.concat(parts);
        const { statusCode: status = 0, headers: told } = answer;
        resolve({ status, bytes: whole, headers: told, text: whole.toString('utf8') });
      });
      answer.on('error', reject);
    });
    request.on('error', (error) => reject(signal.aborted ? new Error(`No answer within ${timeoutMs / 1000} seconds.`) : error));
    request.end(body);
  });
}
