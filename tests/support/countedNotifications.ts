import worker, { NotificationHub as Hub } from "../../workers/notifications/index";

export { Replies } from "../../workers/notifications/index";

/** How often this isolate created the hub and delivered it a message; heartbeats must not raise either. */
const counted = { made: 0, messages: 0 };

export class NotificationHub extends Hub {
  constructor(state: DurableObjectState, env: ConstructorParameters<typeof Hub>[1]) {
    super(state, env);
    counted.made++;
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer) {
    counted.messages++;
    super.webSocketMessage(socket, message);
  }
}

export default { ...worker, fetch: () => Response.json(counted) };
