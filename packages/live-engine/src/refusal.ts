/** Why a peer is not let in: a status of HTTP and a sentence for whoever runs it. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
