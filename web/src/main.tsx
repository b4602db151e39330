import './style/colours.css';
import './style/base.css';
import './style/controls.css';
import './style/tables.css';
import './style/layout.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Application } from './application.tsx';
import { createQueryClient } from './http/query-client.ts';
import { LanguageProvider } from './language/language-provider.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root" to draw into; index.html must hold one.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <LanguageProvider>
        <Application />
      </LanguageProvider>
    </QueryClientProvider>
  </StrictMode>,
);
