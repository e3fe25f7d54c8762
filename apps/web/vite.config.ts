import { createHash } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { createChunkLayers, isStaff } from './scripts/chunk-layers.ts';
import { routePreloads } from './scripts/route-preloads.ts';
import { serviceWorker } from './scripts/service-worker.ts';

const OUT = join(import.meta.dirname, 'dist');
// The server is told the address people typed: it takes forms from its own address only.
const server = { target: `http://127.0.0.1:${process.env.PORT ?? '8080'}`, changeOrigin: false };

/** In development the staff panel stands at /staff/ as it does when built, though its page lies under /app/. */
function staffPage(): Plugin {
  return {
    name: 'staff-page',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url?.startsWith('/staff')) request.url = '/app/staff.html';
        next();
      });
    },
  };
}

/**
 * The script before the app goes by a name with a hash, as the app's own files do: the page waits for it, and a browser that has it need
 * not ask whether it is still good.
 */
function hashedScript(name: string): Plugin {
  const read = () => readFile(join(import.meta.dirname, 'public', name));
  const hashed = async () =>
    `assets/${createHash('sha256')
      .update(await read())
      .digest('hex')
      .slice(0, 8)}-${name}`;
  return {
    name: 'hashed-script',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: async (html) => html.replace(`/app/${name}`, `/app/${await hashed()}`) },
    writeBundle: async () => rename(join(OUT, name), join(OUT, await hashed())),
  };
}

/** Every file that brotli makes smaller gets its twin beside it, so that the server never compresses twice. */
function brotliTwins(): Plugin {
  const compress = promisify(brotliCompress);
  return {
    name: 'brotli-twins',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = (await readdir(OUT, { recursive: true })).filter((file) =>
          /\.(js|mjs|css|html|svg|json|webmanifest|bin)$/.test(file),
        );
        await Promise.all(
          files.map(async (file) => {
            const text = await readFile(join(OUT, file));
            // The next and last quality takes three times as long for two percent.
            const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
            await writeFile(join(OUT, `${file}.br`), await compress(text, { params }));
          }),
        );
      },
    },
  };
}

const layers = createChunkLayers();

export default defineConfig({
  base: '/app/',
  plugins: [react(), staffPage(), layers.plugin, routePreloads(), hashedScript('before-app.js'), serviceWorker(OUT), brotliTwins()],
  build: {
    outDir: OUT,
    target: 'es2022',
    sourcemap: false,
    // The preload helper of older browsers would be one more script; the promised ones all know modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The staff panel is not for offline work; its name keeps it out of what tablets store.
        chunkFileNames: ({ moduleIds }) => `assets/${moduleIds.some(isStaff) ? 'staff-' : ''}[name]-[hash].js`,
        codeSplitting: { groups: layers.groups },
      },
      input: { index: join(import.meta.dirname, 'index.html'), staff: join(import.meta.dirname, 'staff.html') },
    },
  },
  server: { port: 5173, proxy: { '/api': server, '/auth': server, '/healthz': server } },
});
