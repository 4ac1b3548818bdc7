// Loaded into the bot's process before anything else: when the process that started it ends, even by kill -9, the bot
// stops.
const GRACE_MS = 5_000;

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
});
// Waiting for that must not keep the process of an ended bot running.
process.channel?.unref();
