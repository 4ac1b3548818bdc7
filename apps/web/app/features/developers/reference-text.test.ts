import { describe, expect, it } from 'vitest';
import { ReferenceDocument, referenceText } from './reference-text.ts';

const DOCUMENT = ReferenceDocument.parse({
  tags: [{ name: 'test mode', description: 'What `keys` know' }],
  paths: {
    '/api/v1/things/{id}': {
      put: {
        operationId: 'putThing',
        summary: 'Put a <thing>',
        description: 'Stores it.',
        tags: ['test mode'],
        parameters: [
          { name: 'id', in: 'path', description: 'Its id.', required: true },
          { $ref: '#/components/parameters/Version' },
        ],
        requestBody: { content: { 'text/csv': { schema: { type: 'string' } } } },
        responses: {
          200: {
            description: 'Success',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          404: { description: '`not_found`: There is none.\n\n`gone`: There was one.' },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['size'],
        properties: {
          size: { type: ['integer', 'null'], description: 'How large.' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          kind: { enum: ['a', 'b'] },
        },
      },
    },
  },
});

describe('the plain reference', () => {
  const { html, sections } = referenceText(DOCUMENT);

  it('lists calls by tag, and objects', () => {
    expect(sections).toEqual([
      { id: 'calls-test-mode', title: 'Test mode' },
      { id: 'objects', title: 'Objects' },
    ]);
    for (const { id } of sections) expect(html).toContain(`<h2 id="${id}">`);
    expect(html).toContain('<h3 id="putThing">Put a &lt;thing&gt;</h3><p><code>PUT /api/v1/things/{id}</code></p>');
  });

  it('says what a call takes and answers, with links to objects', () => {
    expect(html).toContain('<td><code>id</code></td><td>path, required</td><td>Its id.</td>');
    expect(html).toContain('<p>Body: <code>text/csv</code> string</p>');
    expect(html).toContain('<td><code>200</code></td><td>Success <a href="#Thing">Thing</a></td>');
    expect(html).toContain('<code>not_found</code>: There is none.<br><code>gone</code>: There was one.');
  });

  it('says of every field its type, and whether it may be left out', () => {
    expect(html).toContain('<td><code>size</code></td><td>integer or null</td><td>How large.</td>');
    expect(html).toContain(
      '<code>parts</code> <span>(may be left out)</span></td><td>list of <a href="#Thing">Thing</a>',
    );
    expect(html).toContain('<td><code>a</code>, <code>b</code></td>');
  });
});
