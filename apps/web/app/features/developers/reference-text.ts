import { z } from 'zod';
import type { PublishedPage } from '../../shell/layout/published-page.ts';

const Field = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  description: z.string().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});
const Schema = Field.extend({
  properties: z.record(z.string(), Field).optional(),
  required: z.array(z.string()).optional(),
});
const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  description: z.string(),
  required: z.boolean().optional(),
});
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.tuple([z.string()]),
  parameters: z.array(Parameter.or(z.object({ $ref: z.string() }))).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Schema })) }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: z.record(z.string(), z.object({ schema: Schema })).optional() }),
  ),
});
/** The parts of an OpenAPI document that the list shows. */
export const ReferenceDocument = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});
type ReferenceDocument = z.infer<typeof ReferenceDocument>;
type Schema = z.infer<typeof Schema>;

/** Every call, field and answer of the document as a text: for readers without scripts, and for print. */
export function referenceText(document: ReferenceDocument): PublishedPage {
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  const groups = document.tags.map(({ name, description }) => {
    const own = calls.filter(({ tags }) => tags[0] === name);
    return `${heading(2, idOfTag(name), titleOf(name))}<p>${words(description)}.</p>${own.map(callText).join('')}`;
  });
  const schemas = Object.entries(document.components.schemas);
  const objects = schemas.map(([name, schema]) => `${heading(3, name, name)}${fieldTable(name, schema)}`);
  return {
    title: 'API reference',
    html: `${groups.join('')}${heading(2, 'objects', 'Objects')}${objects.join('')}`,
    sections: [
      ...document.tags.map(({ name }) => ({ id: idOfTag(name), title: titleOf(name) })),
      { id: 'objects', title: 'Objects' },
    ],
  };
}

type Call = z.infer<typeof Operation> & { readonly path: string; readonly method: string };

function callText({
  operationId,
  summary,
  description,
  path,
  method,
  parameters,
  requestBody,
  responses,
}: Call): string {
  const own = parameters.filter((one) => 'name' in one);
  const rows = own.map((one) => [
    code(one.name),
    `${one.in}${one.required === true ? ', required' : ''}`,
    words(one.description),
  ]);
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `${code(type)} ${typeText(schema)}`,
  );
  const answers = Object.entries(responses).map(([status, { description: what, content }]) => {
    const [type, media] = Object.entries(content ?? {})[0] ?? [];
    const body = media === undefined ? '' : (objectLink(media.schema) ?? (status < '4' ? code(type ?? '') : ''));
    return [code(status), `${words(what)} ${body}`];
  });
  return [
    heading(3, operationId, summary),
    `<p>${code(`${method} ${path}`)}</p><p>${words(description)}</p>`,
    rows.length === 0 ? '' : table(`Parameters of ${summary}`, ['Parameter', 'In', 'Meaning'], rows),
    bodies.length === 0 ? '' : `<p>Body: ${bodies.join(', or ')}</p>`,
    table(`Answers of ${summary}`, ['Status', 'Answer'], answers),
  ].join('');
}

function fieldTable(name: string, schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return `<p>${typeText(schema)}</p>`;
  const required = new Set(schema.required ?? []);
  const rows = fields.map(([field, one]) => [
    `${code(field)}${required.has(field) ? '' : ' <span>(may be left out)</span>'}`,
    typeText(one),
    words(one.description ?? ''),
  ]);
  return table(`Fields of ${name}`, ['Field', 'Type', 'Meaning'], rows);
}

/** The type of a value in a word or two, with a link where it is an object of its own. */
function typeText(given: unknown): string {
  const schema = Field.parse(given);
  const link = objectLink(schema);
  if (link !== null) return link;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeText).join(' or ');
  if (schema.type === 'array') return `list of ${schema.items === undefined ? 'values' : typeText(schema.items)}`;
  return escaped([schema.type ?? 'any'].flat().join(' or '));
}

function objectLink({ $ref }: { readonly $ref?: string | undefined }): string | null {
  const name = $ref?.split('/').at(-1);
  return name === undefined ? null : `<a href="#${escaped(name)}">${escaped(name)}</a>`;
}

function table(label: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((one) => `<th scope="col">${one}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<div class="text-table" role="group" aria-label="${escaped(label)}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function heading(depth: 2 | 3, id: string, title: string): string {
  return `<h${depth} id="${escaped(id)}">${escaped(title)}</h${depth}>`;
}

/** Prose of the document: code in backticks, and paragraphs. */
function words(text: string): string {
  return escaped(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br>');
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function idOfTag(name: string): string {
  return `calls-${name.replaceAll(' ', '-')}`;
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
