import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { securityHeaders } from '../guard/headers.ts';

/**
 * An answer to something that never became a request, or will not any more: written onto the connection, which then ends. Where another
 * answer is under way on it, it only ends.
 */
export function answerRaw(socket: Socket, isHttps: boolean, status: number, detail: string): void {
  const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (!socket.writable || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ detail });
  const headers = {
    ...securityHeaders(isHttps),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

/** What came was not HTTP as we read it. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, isHttps: boolean): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (error.code === 'HPE_HEADER_OVERFLOW')
    answerRaw(socket, isHttps, 431, 'The headers of this request are larger than the server accepts.');
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') answerRaw(socket, isHttps, 408, TOO_SLOW);
  else answerRaw(socket, isHttps, 400, 'The request could not be read.');
}

export const TOO_SLOW = 'The request took too long to arrive. Send it again.';
