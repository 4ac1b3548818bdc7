import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { precompress } from './tools/precompress.ts';
import { publishedTexts } from './tools/published-text.ts';
import { staleChunks } from './tools/stale-chunks.ts';

export default defineConfig({
  plugins: [publishedTexts(), staleChunks(), reactRouter(), precompress()],
  // The content security policy allows fonts from the site itself only, so nothing is turned into a data: address.
  build: { assetsInlineLimit: 0 },
});
