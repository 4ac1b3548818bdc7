import * as v1 from '@assay/contracts/v1';
import { z } from 'zod';
import { ANSWERS, BODIES } from '../src/contracts.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** The types of `src/contracts.ts` written out, for the packed client: it needs no other package. */
export function contractTypes(): string {
  const schemas = { ...schemasOf(ANSWERS, 'output'), ...schemasOf(BODIES, 'input') };
  return `export interface Schemas ${objectOf(schemas)}\nexport interface Paths {\n${pathsOf().join('\n')}\n}\n`;
}

/** By name, with those that they refer to. */
function schemasOf(schemas: z.core.$ZodShape, io: 'input' | 'output'): Record<string, z.core.JSONSchema._JSONSchema> {
  const { properties, $defs } = z.toJSONSchema(z.object(schemas), { io });
  return { ...properties, ...$defs };
}

/** By method, the paths with any parameters. */
function pathsOf(): readonly string[] {
  const calls = Object.values(v1).filter((part) => typeof part === 'object' && 'method' in part);
  return Array.from(new Set(calls.map(({ method }) => method)), (name) => {
    const paths = calls.filter(({ method }) => method === name).map(({ path }) => path.replace('/v1', ''));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is text of the type.
    const filled = paths.map((path) => `\`${path.replaceAll(/:\w+/g, '${string}')}\``);
    return `${name}: ${[...new Set(filled)].join(' | ')};`;
  });
}

function objectOf(
  properties: Readonly<Record<string, z.core.JSONSchema._JSONSchema>>,
  required: readonly string[] = Object.keys(properties),
): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${commentOf(schema)}${name}${mark}: ${typeOf(schema)};\n`;
  });
  return `{\n${fields.join('')}}`;
}

function commentOf(schema: z.core.JSONSchema._JSONSchema): string {
  if (typeof schema === 'boolean') return '';
  const { description, default: preset } = schema;
  const words = [
    description,
    preset === undefined ? undefined : `Where it is left out: \`${JSON.stringify(preset)}\`.`,
  ];
  const text = words.filter((part) => part !== undefined).join(' ');
  return text === '' ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

/** @throws Error where a contract says something that no type here says */
function typeOf(schema: z.core.JSONSchema._JSONSchema): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never';
  if (schema.$ref !== undefined) return `Schemas['${schema.$ref.replace('#/$defs/', '')}']`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return either.map(typeOf).join(' | ');
  return [schema.type]
    .flat()
    .map((type) => ofType(type, schema))
    .join(' | ');
}

function ofType(type: string | undefined, { properties, required, additionalProperties, items }: Schema): string {
  if (type === 'string' || type === 'boolean' || type === 'null' || type === 'number') return type;
  if (type === 'integer') return 'number';
  if (type === 'array' && items !== undefined && !Array.isArray(items)) return `(${typeOf(items)})[]`;
  if (type === 'object' && properties !== undefined) return objectOf(properties, required ?? []);
  if (type === 'object' && additionalProperties !== undefined)
    return `{ [key: string]: ${typeOf(additionalProperties)} }`;
  throw new Error(`No type is written for ${type}`);
}
