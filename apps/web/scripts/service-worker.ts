import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import type { ManifestEntry } from '../src/field/frame/service-worker-scope.ts';

const SOURCE = join(import.meta.dirname, '../src/field/frame/service-worker.ts');

/**
 * Builds /app/sw.js after the app, with the list of the files a tablet keeps. Its address never changes: browsers keep asking for the
 * one they registered.
 */
export function serviceWorker(out: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = await listFiles(out);
        await build({
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: { 'self.SHELL_FILES': JSON.stringify(files) },
          build: {
            outDir: out,
            emptyOutDir: false,
            target: 'es2022',
            rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'sw.js' } },
          },
        });
      },
    },
  };
}

/** What a tablet keeps: everything but the staff panel, which is not for offline work. Files with a hash in their name need no other. */
async function listFiles(out: string): Promise<ManifestEntry[]> {
  const files = (await readdir(out, { recursive: true })).filter(
    (file) => /\.(js|mjs|css|html|svg|png|woff2|webmanifest|bin)$/.test(file) && !/^(staff\.html|assets\/staff-.*|sw\.js)$/.test(file),
  );
  return Promise.all(
    files.sort().map(async (url) => {
      const revision = url.startsWith('assets/')
        ? null
        : createHash('md5')
            .update(await readFile(join(out, url)))
            .digest('hex');
      return { url, revision };
    }),
  );
}
