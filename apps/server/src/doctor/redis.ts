import { pingRedis } from '../platform/events/bus-redis.ts'
import { type Check, fail, pass, reasonOf, skipped } from './check.ts'

export const redis: Check = {
  name: 'redis',
  async run({ config: { redisUrl } }) {
    if (!redisUrl) return skipped('REDIS_URL isn’t set: PostgreSQL carries live messages between processes.')
    const { host } = new URL(redisUrl)
    try {
      await pingRedis(redisUrl)
      return pass(`Redis at ${host} answers.`)
    } catch (error) {
      return fail(
        `Redis at ${host} does not answer: ${reasonOf(error)}.`,
        'REDIS_URL: compare host, port and password with those of your Redis.',
      )
    }
  },
}
