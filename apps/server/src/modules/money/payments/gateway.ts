// The interface that the product requires of a card gateway. Business rules depend on this port and on no gateway implementation.

/** A payment as the gateway reports it, independent of the gateway's own status names. */
export interface RemotePayment {
  ref: string
  /** Our own id, which the gateway carries along. */
  paymentId: string | null
  status: 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'cancelled'
  failureCode: string | null
  actionUrl: string | null
  /** Minor units. */
  amount: bigint
  amountRefunded: bigint
  dispute: 'open' | 'won' | 'lost' | null
}

export interface ChargeRequest {
  paymentId: string
  /** Counts the attempts of one payment; together with the id it is the idempotency key that makes repeated requests harmless. */
  attempt: number
  /** The gateway's own name of this payment, once it is known. */
  ref: string | null
  amount: bigint
  currency: string
  customerRef: string
  cardRef: string
  /** The payer is not present: the bank can't request authentication. */
  offSession: boolean
  /** Where the bank's page sends the payer back to. */
  returnPath: string
}

export interface SavedCard {
  customerRef: string
  ref: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  fingerprint: string | null
}

export interface WebhookEvent {
  id: string
  type: string
  /** The payment it is about, in the gateway's name. */
  objectRef: string
}

/** An account at the gateway that a creator is paid to, as the gateway says now. */
export interface Payee {
  accountId: string
  /** Our own id of the creator for whom the account was opened; null for an account that another opened. */
  performerId: string | null
  /** Whether it takes transfers and pays them out. */
  payoutsEnabled: boolean
  /** What the gateway still requires of its owner, in the gateway's words. */
  requirements: string[]
}

export interface TransferRequest {
  payoutId: string
  /** Counts the attempts of one payout; together with the id it is the idempotency key that makes repeated requests harmless. */
  attempt: number
  /** Minor units. */
  amount: bigint
  currency: string
  accountId: string
}

export interface Gateway {
  /** Opens the gateway's own form, where a card number is typed. It leads back with `cardToken` in the query. */
  openCardForm(
    accountId: string,
    customerRef: string | null,
    returnPath: string,
  ): Promise<{ url: string; customerRef: string }>
  /** The card behind a token of a form that was opened for this account. */
  saveCard(accountId: string, token: string): Promise<SavedCard>
  removeCard(cardRef: string): Promise<void>
  charge(request: ChargeRequest): Promise<RemotePayment>
  read(ref: string): Promise<RemotePayment | undefined>
  /** The same by our own id, for a payment whose name at the gateway we never heard. */
  find(paymentId: string, customerRef: string): Promise<RemotePayment | undefined>
  cancel(ref: string): Promise<RemotePayment | undefined>
  /**
   * The account that a creator is paid to, and the gateway's own pages where they enter what it requires. Opens an account where none is
   * known. An account that was not opened for this creator is refused with `account_invalid`: the pages show what its owner entered.
   */
  openPayee(performerId: string, known: string | null, returnPath: string): Promise<Payee & { url: string }>
  /** Undefined where the gateway does not know the account, or does not let us read it. */
  readPayee(accountId: string): Promise<Payee | undefined>
  /** Sends money to a creator's account. */
  transfer(request: TransferRequest): Promise<{ ref: string }>
  /** What became of an attempt whose answer we never heard. */
  findTransfer(payoutId: string, attempt: number): Promise<{ ref: string } | undefined>
  /** The event in a signed body; undefined when the signature, its age or the body is not right. */
  readWebhook(body: string, signature: string): WebhookEvent | undefined
}

/** The request was sent and no response arrived: the money may or may not have been moved. */
export class GatewayTimeout extends Error {}
/** It can't be reached, so nothing has happened. */
export class GatewayDown extends Error {}
/** It understood and said no to something that is not a payment, such as a card's token or a transfer. */
export class GatewayRefusal extends Error {
  readonly code: string
  constructor(code: string) {
    super(`The gateway refused: ${code}`)
    this.code = code
  }
}
