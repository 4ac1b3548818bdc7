import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  // The content security policy allows fonts from the site itself only, so nothing is turned into a data: address.
  build: { assetsInlineLimit: 0 },
});
