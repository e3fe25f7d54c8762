// The address of the service worker is /app/sw.js for good: browsers keep asking for the one they registered.
import './service-worker.ts';
