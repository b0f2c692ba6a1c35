import type { Context } from '../context.ts'
import { rows, sql } from './db.ts'

/** The names of events and jobs that a function in the database writes itself. */
export interface WrittenNames {
  by: string
  events: string[]
  jobs: string[]
}

const eventName = /\bINSERT\s+INTO\s+events\s*\(\s*topic\b[^)]*\)\s*(?:VALUES\s*\(|SELECT)\s*'([^']+)'/gi
const jobName = /\benqueue_job\s*\(\s*'([^']+)'/gi

export const namesInSql = (text: string): Omit<WrittenNames, 'by'> => ({
  events: [...text.matchAll(eventName)].map(([, name]) => name!),
  jobs: [...text.matchAll(jobName)].map(([, name]) => name!),
})

export async function namesInSqlFunctions(ctx: Context): Promise<WrittenNames[]> {
  const functions = await rows(
    ctx.db,
    sql<{ by: string; text: string }>`SELECT proname AS by, prosrc AS text FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prosrc ~* '(enqueue_job|INTO\\s+events)' ORDER BY proname`,
  )
  return functions.map(({ by, text }) => ({ by, ...namesInSql(text) }))
}
