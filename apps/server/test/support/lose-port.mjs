// Loaded before the product: another program takes the port of PORT after the first time that it was listened on.
import { Server } from 'node:net';

const listen = Reflect.get(Server.prototype, 'listen');
const port = Number(process.env.PORT);
let times = 0;

Server.prototype.listen = function listenLater(...args) {
  if (args[0]?.port === port) {
    times += 1;
    if (times === 2) listen.call(new Server().unref(), { host: '127.0.0.1', port, exclusive: true });
  }
  return listen.apply(this, args);
};
