/** Asks for the life of a connection (`transport/connectivity/connectivity.ts`). Types only. */
export interface ConnectivityRequest {
  readonly connection: number;
}
