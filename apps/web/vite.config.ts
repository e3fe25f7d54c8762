import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { createChunkLayers, isStaff } from './scripts/chunk-layers.ts';
import { routePreloads } from './scripts/route-preloads.ts';

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

/** Every text file gets its brotli twin beside it, so that the server never compresses twice. */
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
        const files = (await readdir(OUT, { recursive: true })).filter((file) => /\.(js|mjs|css|html|svg|json|webmanifest)$/.test(file));
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
  plugins: [
    react(),
    staffPage(),
    VitePWA({
      strategies: 'injectManifest',
      injectRegister: false,
      srcDir: 'src/field',
      filename: 'sw.ts',
      scope: '/app/',
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,mjs,css,html,svg,png,woff2,webmanifest}'],
        globIgnores: ['staff.html', 'assets/staff-*', 'sw.js'],
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
      },
      manifest: {
        id: '/app/',
        name: 'DMSE',
        short_name: 'DMSE',
        description: 'Jobs, clients and field work of the firm, in the office and in the field.',
        lang: 'en-CA',
        start_url: '/app/',
        scope: '/app/',
        display: 'standalone',
        background_color: '#F7F6F9',
        theme_color: '#5B3A9E',
        icons: [
          { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
    layers.plugin,
    routePreloads(),
    brotliTwins(),
  ],
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
