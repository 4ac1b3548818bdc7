// Loaded into the bot's process before anything else: when whoever started it is gone, even by kill -9, the bot stops.
const GRACE_MS = 5_000;

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
});
// Waiting for that must not keep a bot alive that has ended.
process.channel?.unref();
