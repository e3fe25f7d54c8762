import './app/zod-config.ts';
import './theme/fonts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readFirstAnswers } from './api/first-answers.ts';
import { App } from './app/app.tsx';
import { recoverFromOldChunks } from './app/old-chunks.ts';
import { createQueryClient } from './app/query-client.ts';
import { createAppRouter, fetchScreen } from './app/routes/router.tsx';
import { registerServiceWorker } from './app/updates.ts';
import { catchInstallPrompt } from './session/install-prompt.ts';

catchInstallPrompt();
recoverFromOldChunks();
readFirstAnswers();

const router = createAppRouter();
fetchScreen(router);

const place = document.getElementById('root');
if (!place) throw new Error('index.html has lost its root element.');
createRoot(place).render(
  <StrictMode>
    <App client={createQueryClient()} router={router} />
  </StrictMode>,
);

// Storing the app for offline must not compete with showing it.
if (import.meta.env.PROD) window.addEventListener('load', () => setTimeout(() => void registerServiceWorker(), 3000));
