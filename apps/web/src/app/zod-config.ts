import { z } from 'zod';

// The content security policy forbids code made from text, so zod must not compile its schemas. Imported before anything else.
z.config({ jitless: true });
