import '../../../testing/attach-demo.ts'
import { loadConfig } from '../../../platform/config.ts'
import { openContext } from '../../../platform/context.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { loadSecret } from '../../../platform/keys.ts'
import { saveRecording } from './saving.ts'

// Saves a recording, and kills itself at the moment that it is told: before the n-th file is written, or before or after what was saved is stored.

const [databaseUrl = '', environment = '', id = '', moment = ''] = process.argv.slice(2)
const config = loadConfig({ ...JSON.parse(environment), LOG_LEVEL: 'silent', DATABASE_POOL: '3' }, [])
const opened = await openContext(config, databaseUrl, await loadSecret(config))
const storage = storageOf(config)
const die = () => process.kill(process.pid, 'SIGKILL')

let files = 0
const { put } = storage
storage.put = async (...given) => {
  if (`file ${++files}` === moment) die()
  return put.apply(storage, given)
}
const ctx = Object.create(opened, {
  transaction: {
    value: async (work: Parameters<typeof opened.transaction>[0]) => {
      const done = await opened.transaction(async (tx) => {
        const result = await work(tx)
        if (moment === 'before') die()
        return result
      })
      if (moment === 'after') die()
      return done
    },
  },
}) as typeof opened
await saveRecording(ctx, id)
await opened.close()
