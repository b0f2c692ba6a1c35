/** How often each check tries, by tier. `ci` runs in every `npm test`. */
export const counts = {
  /** Edits of the audit log by an owner of the database. */
  A1: { ci: { edited: 250 }, night: { edited: 20_000 }, release: { edited: 50_000 } },
  M1: {
    ci: { operations: 500, kills: 4, clients: 24 },
    night: { operations: 1_000_000, kills: 300, clients: 64 },
    release: { operations: 2_000_000, kills: 600, clients: 64 },
  },
  M2: {
    ci: { keys: 6, parallel: 12, cut: 6 },
    night: { keys: 1000, parallel: 50, cut: 1000 },
    release: { keys: 1000, parallel: 50, cut: 1000 },
  },
  M3: { ci: { rounds: 5, sockets: 25 }, night: { rounds: 500, sockets: 50 }, release: { rounds: 5000, sockets: 50 } },
  M4: {
    ci: { rounds: 2, parallel: 16 },
    night: { rounds: 300, parallel: 50 },
    release: { rounds: 3000, parallel: 50 },
  },
  /** Payments in the storm, each notified up to ten times; random orders of the seven events of a payment's lifecycle. */
  M5: {
    ci: { payments: 25, orders: 10 },
    night: { payments: 20_000, orders: 5040 },
    release: { payments: 20_000, orders: 20_000 },
  },
  M8: {
    ci: { rounds: 2, fans: 5 },
    night: { rounds: 200, fans: 12 },
    release: { rounds: 2000, fans: 12 },
  },
  M9: {
    ci: { creators: 5 },
    night: { creators: 200 },
    release: { creators: 2000 },
  },
  /** Walks of an order's people, each of so many steps at most. */
  M11: {
    ci: { walks: 8, steps: 24 },
    night: { walks: 1000, steps: 40 },
    release: { walks: 10_000, steps: 40 },
  },
  /** Fans of a round, and how much each does. */
  M12: {
    ci: { rounds: 1, fans: 6, length: 20 },
    night: { rounds: 150, fans: 12, length: 40 },
    release: { rounds: 1500, fans: 12, length: 40 },
  },
  /** Shows at once, and seconds of them. */
  M13: {
    ci: { shows: 5, ticks: 45 },
    night: { shows: 100, ticks: 600 },
    release: { shows: 2000, ticks: 600 },
  },
  /** Fans who pay for one thing each. */
  M14: {
    ci: { fans: 48, kills: 3 },
    night: { fans: 3_000, kills: 150 },
    release: { fans: 20_000, kills: 600 },
  },
  M10: {
    ci: { rounds: 2, steps: 60 },
    night: { rounds: 200, steps: 200 },
    release: { rounds: 2000, steps: 200 },
  },
  M7: {
    ci: { rounds: 4, parallel: 6 },
    night: { rounds: 300, parallel: 20 },
    release: { rounds: 3000, parallel: 20 },
  },
  M6: {
    ci: { rounds: 6, parallel: 8 },
    night: { rounds: 500, parallel: 25 },
    release: { rounds: 5000, parallel: 25 },
  },
  /** Addresses that are made up. */
  P3: { ci: { tries: 2000 }, night: { tries: 1_000_000 }, release: { tries: 1_000_000 } },
  R1: {
    ci: { clients: 60, processes: 2 },
    night: { clients: 3_000, processes: 3 },
    release: { clients: 10_000, processes: 3 },
  },
  /** Pairs of people with three devices, messages of each pair, and how often the process with the sockets is killed. */
  R2: {
    ci: { conversations: 3, messages: 20, kills: 1 },
    night: { conversations: 40, messages: 250, kills: 20 },
    release: { conversations: 200, messages: 5_000, kills: 50 },
  },
  /** Sockets that each ending cuts. */
  R3: {
    ci: { rounds: 1, sockets: 6 },
    night: { rounds: 20, sockets: 250 },
    release: { rounds: 50, sockets: 500 },
  },
  /** Clients of each kind, connections that never sign in, and large events for those that read nothing. */
  R4: {
    ci: { offenders: 2, halfOpen: 60, events: 250 },
    night: { offenders: 20, halfOpen: 2_000, events: 400 },
    release: { offenders: 50, halfOpen: 10_000, events: 400 },
  },
  /** Clients, and within how many milliseconds they come back. */
  R5: {
    ci: { clients: 120, apart: 500 },
    night: { clients: 5_000, apart: 10_000 },
    release: { clients: 10_000, apart: 10_000 },
  },
  /** Bad inputs for each of some 350 calls. */
  S3: { ci: { badInputs: 60 }, night: { badInputs: 10_000 }, release: { badInputs: 40_000 } },
  /** Hostile values for each list; how thoroughly sqlmap searches, and at how many lists. */
  S5: {
    ci: { inputsPerList: 70, sqlmap: { level: 1, lists: 1 } },
    night: { inputsPerList: 2_000, sqlmap: { level: 3, lists: 10 } },
    release: { inputsPerList: 10_000, sqlmap: { level: 3, lists: 10 } },
  },
  /** Times that everything is written and read anew, mails of each kind, and addresses of pages that carry vectors. */
  S6: {
    ci: { rounds: 1, mails: 1, addresses: 24 },
    night: { rounds: 40, mails: 4, addresses: 500 },
    release: { rounds: 100, mails: 10, addresses: 2000 },
  },
  /** Tries at one account, each from its own address; accounts tried from one address; log-ins at once. */
  S9: {
    ci: { addresses: 64, accounts: 40, storm: 100 },
    night: { addresses: 10_000, accounts: 10_000, storm: 500 },
    release: { addresses: 10_000, accounts: 10_000, storm: 1000 },
  },
  /** Answers of each kind; how well times may distinguish them (0.5 is not at all); which gap is too small to measure, and too large. */
  S10: {
    ci: { samples: 8, areaMax: 0.8, gapMs: { least: 4, most: Infinity } },
    night: { samples: 500, areaMax: 0.55, gapMs: { least: 0, most: 5 } },
    release: { samples: 2000, areaMax: 0.55, gapMs: { least: 0, most: 5 } },
  },
  /** How many use one code or link at the same moment, and how often that is tried. */
  S11: {
    ci: { atOnce: 5, rounds: 1 },
    night: { atOnce: 40, rounds: 200 },
    release: { atOnce: 40, rounds: 2000 },
  },
  /** Files, and how often the server is killed during each. */
  U1: { ci: { uploads: 1, kills: 3 }, night: { uploads: 100, kills: 5 }, release: { uploads: 500, kills: 5 } },
  /** How much of the largest bombs is made, and how many good files are changed at random. */
  U3: {
    ci: { share: 0.002, mutations: 6 },
    night: { share: 1, mutations: 20_000 },
    release: { share: 1, mutations: 20_000 },
  },
  U2: { ci: { files: 3, kills: 3 }, night: { files: 12, kills: 200 }, release: { files: 30, kills: 2000 } },
  /** Addresses that a relay is asked to lead to, of each family, and relays for one account. */
  W1: {
    ci: { targets: 100, relays: 20 },
    night: { targets: 5_000, relays: 500 },
    release: { targets: 20_000, relays: 10_000 },
  },
  /** Wrong offers, datagrams of random bytes, and connections that are of no use. */
  W2: {
    ci: { offers: 300, datagrams: 3_000, connections: 60 },
    night: { offers: 10_000, datagrams: 90_000, connections: 2_000 },
    release: { offers: 50_000, datagrams: 500_000, connections: 8_000 },
  },
  /** Rights that were changed. */
  W3: { ci: 40, night: 5_000, release: 20_000 },
  /** Times that everything, or one part of it, is killed. */
  O12: { ci: { kills: 3 }, night: { kills: 100 }, release: { kills: 300 } },
} as const
