// A client of hwdbd, the daemon of hwdb.
//
//     const daemon = await Client.connect();
//     for (const homework of (await daemon.homework.list({ status: "started" })).items) console.log(homework.title);
//     daemon.close();

export { Client, Session } from "./client.js";
export type { Options, SessionOptions } from "./client.js";
export { HwdbError, RefusedError, SessionEndedError, UnknownShapeError, UnreachableError } from "./errors.js";
export * from "./protocol.js";
