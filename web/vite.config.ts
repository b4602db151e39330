import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Everything lands in files of its own: the page is served under a policy without inline scripts, styles or data URLs. */
export default defineConfig({
  plugins: [react()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
