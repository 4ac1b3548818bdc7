// Loaded into a bot by a test: does what a faulty library does.
process.once('SIGUSR2', () => {
  process.emitWarning('a library is out of date');
  console.error('a library wrote\ntwo lines');
  setImmediate(() => void Promise.reject(new Error(`nothing caught this, with ${process.env.BOT_API_SECRET}`)));
});
