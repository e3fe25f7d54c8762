import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { StartProblem } from '../postgres/start-problem.ts';

/** Only this machine can reach it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

/** Opens the door and answers the address to tell people. */
export async function listen(fastify: FastifyInstance, config: Config): Promise<string> {
  try {
    await fastify.listen({ host: config.host, port: config.port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartProblem(`Port ${config.port} is in use: stop what listens there, or choose another with PORT.`);
    if (code === 'EACCES') throw new StartProblem(`Port ${config.port} is not open to this user: choose one above 1023 with PORT.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new StartProblem(`This machine has no address ${config.host}: correct HOST.`);
    throw error;
  }
  const bound = fastify.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  const host = isLoopback(config.host) || config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `${config.tls ? 'https' : 'http'}://${host}:${port}/`;
}
