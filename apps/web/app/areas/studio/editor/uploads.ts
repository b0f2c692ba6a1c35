import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { upload, type UploadProgress } from '../../../api/upload.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useSocketEvent } from '../../../api/socket.ts'

export type UploadKind = 'photo' | 'video' | 'audio' | 'thumbnail' | 'teaser'
export interface UploadItem {
  localId: string
  name: string
  kind: UploadKind
  /** Something to show at once: the file on this machine, or what was made of it. */
  url: string | null
  fileId: string | null
  state: 'waiting' | 'sending' | 'processing' | 'ready' | 'failed'
  progress: UploadProgress | null
  /** Of processing, 0 to 100. */
  percent: number
  /** How much had left when the connection dropped, 0 to 1, and how often it has. */
  lostAt: number | null
  losses: number
  problem: ProblemData | { code: string; message: string } | null
  source: File | null
}
interface Status {
  status: string
  progress: number
  errorCode: string | null
}
const routes = {
  photo: 'POST /performer/feeds/photo/upload',
  video: 'POST /performer/feeds/video/upload',
  audio: 'POST /performer/feeds/audio/upload',
  thumbnail: 'POST /performer/feeds/thumbnail/upload',
  teaser: 'POST /performer/feeds/teaser/upload',
} as const
const atOnce = 2
const pollMs = 3000
const retryMs = 2000
const over = new Set(['failed', 'blocked', 'deleted'])
const lossesMax = 6

/** The connection broke, and the file goes again by itself. */
export const isLost = (item: UploadItem): boolean =>
  item.state === 'failed' && item.problem?.code === 'OFFLINE' && item.source !== null && item.losses < lossesMax

/**
 * Files on their way: sent two at a time, then followed until they can be shown. The socket tells; asking is the fallback. After a
 * broken connection a file goes again when the browser is back, or after a while that doubles.
 */
export function useUploads(start: UploadItem[]) {
  const [items, setItems] = useState<UploadItem[]>(start)
  const aborts = useRef(new Map<string, AbortController>())
  const change = useCallback(
    (localId: string, next: Partial<UploadItem>) =>
      setItems((all) => all.map((one) => (one.localId === localId ? { ...one, ...next } : one))),
    [],
  )

  const follow = useCallback((fileId: string, { status, progress, errorCode }: Status) => {
    setItems((all) =>
      all.map((one) => {
        if (one.fileId !== fileId || one.state === 'ready') return one
        if (status === 'ready') return { ...one, state: 'ready', percent: 100, problem: null }
        if (over.has(status))
          return { ...one, state: 'failed', problem: { code: errorCode ?? 'PROCESSING_FAILED', message: '' } }
        return { ...one, state: 'processing', percent: Math.max(one.percent, progress) }
      }),
    )
  }, [])
  useSocketEvent(
    'file/progressed',
    useCallback(
      (message: Status & { fileId?: string }) => void (message.fileId && follow(message.fileId, message)),
      [follow],
    ),
  )

  const waiting = items
    .filter(({ state }) => state === 'processing')
    .map(({ fileId }) => fileId)
    .join(' ')
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      for (const fileId of waiting.split(' '))
        call('GET /files/:id/status', { params: { id: fileId } }).then(
          ({ data }) => follow(fileId, data),
          // A file kept in a draft may be gone by now; any other failure is asked again.
          (error: unknown) =>
            asProblem(error).status === 404 && setItems((all) => all.filter((one) => one.fileId !== fileId)),
        )
    }, pollMs)
    return () => clearInterval(timer)
  }, [waiting, follow])

  useEffect(() => {
    const sending = items.filter(({ state }) => state === 'sending').length
    for (const item of items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, atOnce - sending))) {
      if (!item.source) continue
      const abort = new AbortController()
      aborts.current.set(item.localId, abort)
      change(item.localId, { state: 'sending', problem: null })
      upload(routes[item.kind], {
        files: { file: item.source },
        signal: abort.signal,
        onProgress: (progress) => change(item.localId, { progress }),
      }).then(
        ({ data }) =>
          change(item.localId, {
            fileId: data._id,
            state: data.status === 'ready' ? 'ready' : 'processing',
            percent: data.progress,
            progress: null,
          }),
        (error: unknown) =>
          (error as Error).name === 'AbortError' ||
          setItems((all) =>
            all.map((one) => {
              if (one.localId !== item.localId) return one
              const problem = asProblem(error)
              const lost = problem.code === 'OFFLINE'
              const sent = one.progress?.totalBytes ? one.progress.sentBytes / one.progress.totalBytes : 0
              return {
                ...one,
                state: 'failed',
                problem,
                progress: null,
                lostAt: lost ? sent : null,
                losses: one.losses + (lost ? 1 : 0),
              }
            }),
          ),
      )
    }
  }, [items, change])

  const losses = Math.max(0, ...items.filter(isLost).map((item) => item.losses))
  useEffect(() => {
    if (losses === 0) return
    const again = () =>
      setItems((all) => all.map((one) => (isLost(one) ? { ...one, state: 'waiting', problem: null } : one)))
    const timer = setTimeout(again, retryMs * 2 ** (losses - 1))
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [losses])
  useEffect(() => {
    const all = aborts.current
    return () => {
      for (const abort of all.values()) abort.abort()
    }
  }, [])

  return {
    items,
    add: (files: readonly File[], kind: UploadKind) =>
      setItems((all) => [
        ...all,
        ...files.map(
          (source): UploadItem => ({
            localId: crypto.randomUUID(),
            name: source.name,
            kind,
            url: URL.createObjectURL(source),
            fileId: null,
            state: 'waiting',
            progress: null,
            percent: 0,
            lostAt: null,
            losses: 0,
            problem: null,
            source,
          }),
        ),
      ]),
    /** Brings back what a draft kept. */
    restore: (kept: readonly UploadItem[]) => setItems((all) => (all.length ? all : [...kept])),
    remove: (localId: string) => {
      aborts.current.get(localId)?.abort()
      setItems((all) => all.filter((one) => one.localId !== localId))
    },
    retry: (localId: string) =>
      change(localId, { state: 'waiting', problem: null, percent: 0, fileId: null, losses: 0 }),
    /** To a place among the files of its kind, counted from 0. */
    moveTo: (localId: string, to: number) =>
      setItems((all) => {
        const item = all.find((one) => one.localId === localId)
        if (!item) return all
        const alike = all.filter(({ kind }) => kind === item.kind)
        const from = alike.indexOf(item)
        const place = Math.max(0, Math.min(alike.length - 1, to))
        if (from === place) return all
        alike.splice(place, 0, ...alike.splice(from, 1))
        return [...alike, ...all.filter(({ kind }) => kind !== item.kind)]
      }),
  }
}
