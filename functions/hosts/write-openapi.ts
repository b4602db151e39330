import { writeFile } from 'node:fs/promises';
import { openApiText } from '../openapi/document.ts';
import './node-version.ts';

/** Writes what the API sends as its description: `npm run openapi`, after a change of a route or a schema. */
await writeFile(new URL('../api/openapi.json', import.meta.url), openApiText());
