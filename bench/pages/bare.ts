import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';

/**
 * The peer: a Fastify that does nothing but send the bytes of a file, which is packed with Brotli.
 * Usage: bare.ts FILE. Prints its URL, and ends with its starter.
 */
const [, , file = ''] = process.argv;
const bytes = await readFile(file);
const app = Fastify();
app.get('/', async (_request, reply) =>
  reply.header('content-type', 'text/html; charset=utf-8').header('content-encoding', 'br').send(bytes),
);
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.on('disconnect', () => process.exit());
