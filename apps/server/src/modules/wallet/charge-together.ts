import type pg from 'pg'
import { sqlState } from '../../platform/db.ts'

/** What `charge_tokens` is asked, in the order of its arguments and as the text that PostgreSQL reads. */
export interface Asked {
  id: string
  user_id: string
  performer_id: string
  type: string
  target_id: string
  tokens: string
  key: string
  body_hash: string
  note: string
  site_bp: number
  token_value_micro: string
  currency: string
  hold_days: number
  hold_days_new: number
  card_minor: string | null
  country: string | null
}
export interface Charged {
  charged_at: Date
  wallet_after: bigint
}

// While one waits for the disk, others are worked on. What is asked for meanwhile makes the next group.
const groupsAtOnceMax = 3
const groupMax = 64

/**
 * Makes charges in as few transactions as keeps them quick: one that comes alone leaves at once, those that come while others are on
 * their way leave together. Each answer comes after the commit of its charge. A group is all or nothing: where one of it is refused, or
 * its commit was not heard of, each goes alone and gets its own answer; what was done after all is known by its key.
 */
class Groups {
  readonly #pool: pg.Pool
  readonly #waiting: { asked: Asked; answer: (outcome: Charged | Promise<Charged>) => void }[] = []
  #onTheirWay = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  charge(asked: Asked): Promise<Charged> {
    return new Promise((answer) => {
      this.#waiting.push({ asked, answer })
      this.#leave()
    })
  }

  #leave(): void {
    if (this.#onTheirWay === groupsAtOnceMax || this.#waiting.length === 0) return
    const group = this.#waiting.splice(0, groupMax)
    this.#onTheirWay += 1
    void this.#outcomes(group.map(({ asked }) => asked)).then((outcomes) => {
      this.#onTheirWay -= 1
      for (const [n, { answer }] of group.entries()) answer(outcomes[n]!)
      this.#leave()
    })
  }

  async #outcomes(group: readonly Asked[]): Promise<readonly (Charged | Promise<Charged>)[]> {
    try {
      const done = await this.#pool.query<Charged & { id: string }>({ ...together, values: [JSON.stringify(group)] })
      const byId = new Map(done.rows.map((one) => [one.id, one]))
      return group.map(({ id }) => byId.get(id)!)
    } catch (error) {
      // One alone has been told what is wrong with it, unless it only gave way.
      if (group.length === 1 && sqlState(error) !== lockNotAvailable) return [Promise.reject(error as Error)]
      return group.map((asked) => this.#alone(asked))
    }
  }

  async #alone(asked: Asked): Promise<Charged> {
    return (await this.#pool.query<Charged>({ ...alone, values: Object.values(asked) })).rows[0]!
  }
}

const lockNotAvailable = '55P03'
const together = { name: 'charge-together', text: 'SELECT id, charged_at, wallet_after FROM charge_together($1)' }
const alone = {
  name: 'charge',
  text: 'SELECT charged_at, wallet_after FROM charge_tokens($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)',
}

const groups = new WeakMap<pg.Pool, Groups>()

export function chargeTogether(pool: pg.Pool, asked: Asked): Promise<Charged> {
  let ours = groups.get(pool)
  if (!ours) groups.set(pool, (ours = new Groups(pool)))
  return ours.charge(asked)
}
