import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { AuthApp } from '../../support/auth-app.ts';

const Schema = z.record(z.string(), z.unknown());
const Media = z.object({ schema: Schema, example: z.unknown().optional() });
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  schema: Schema,
});
const Reference = z.object({ $ref: z.string() });
const Answer = z.object({
  description: z.string(),
  headers: z.record(z.string(), Reference).default({}),
  content: z.record(z.string(), Media).default({}),
});
const Operation = z.object({
  operationId: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter.or(Reference)).default([]),
  requestBody: z.object({ content: z.record(z.string(), Media) }).optional(),
  responses: z.record(z.string(), Answer),
});

/** The parts of the document of the public API that its tests read. */
const Served = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  webhooks: z.record(z.string(), z.object({ post: z.unknown() })),
  components: z.object({
    schemas: z.record(z.string(), Schema),
    headers: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), Parameter),
  }),
});
export type ServedDocument = z.infer<typeof Served>;
export type DocumentedCall = Omit<z.infer<typeof Operation>, 'parameters'> & {
  readonly method: string;
  readonly template: string;
  readonly parameters: readonly z.infer<typeof Parameter>[];
};

/** The document of the public API, as it is served. */
export async function servedDocument(server: AuthApp) {
  const { text } = await server.client().get('/api/v1/openapi.json');
  const document = Served.parse(JSON.parse(text));
  const resolved = (parameter: z.infer<typeof Parameter> | z.infer<typeof Reference>) => {
    if (!('$ref' in parameter)) return parameter;
    const found = document.components.parameters[parameter.$ref.replace('#/components/parameters/', '')];
    if (found === undefined) throw new Error(`No ${parameter.$ref}`);
    return found;
  };
  const calls = Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(
      ([method, operation]): DocumentedCall => ({
        ...operation,
        method: method.toUpperCase(),
        template,
        parameters: operation.parameters.map(resolved),
      }),
    ),
  );
  return { text, document, calls };
}

/** What a linter of this folder says of a document. */
export function lintDocument(
  linter: 'lint.mjs' | 'spectral.mjs',
  text: string,
): readonly { readonly ruleId: string }[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    writeFileSync(file, text);
    const program = fileURLToPath(new URL(linter, import.meta.url));
    return JSON.parse(execFileSync(process.execPath, [program, file], { encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
