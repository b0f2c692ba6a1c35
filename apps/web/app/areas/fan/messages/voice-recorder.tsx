import { Mic, Send, Square, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Audio } from '../../../parts/player/audio.tsx'
import { clock } from '../../../parts/posts/duration.ts'
import { Button, IconButton } from '../../../ui/button.tsx'

const types = ['audio/mp4', 'audio/ogg;codecs=opus', 'audio/webm;codecs=opus']
export const lengthMsMax = 10 * 60_000
const levelsMax = 48
const levelEveryMs = 90

interface Recording {
  blob: Blob
  url: string
  durationMs: number
  levels: readonly number[]
}
interface RecorderProps {
  onSend: (recording: Blob, name: string) => void
  onClose: () => void
}

/** Records a voice note: time and level while it runs; then it can be heard, sent, or thrown away. */
export function VoiceRecorder({ onSend, onClose }: RecorderProps) {
  const t = useT()
  const [problem, setProblem] = useState<'refused' | 'missing' | null>(null)
  const [elapsedMs, setElapsedMs] = useState(0)
  const [levels, setLevels] = useState<readonly number[]>([])
  const [done, setDone] = useState<Recording | null>(null)
  const recorder = useRef<MediaRecorder>(null)
  const all = useRef<number[]>([])

  useEffect(() => {
    let isOver = false
    let stop: (() => void) | undefined
    const begin = async () => {
      const type = globalThis.MediaRecorder && types.find((type) => MediaRecorder.isTypeSupported(type))
      if (!type || !navigator.mediaDevices) return setProblem('missing')
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const end = () => {
        for (const track of stream.getTracks()) track.stop()
      }
      if (isOver) return end()
      const chunks: Blob[] = []
      const made = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: 64_000 })
      const startedAt = performance.now()
      const meter = new AudioContext()
      const analyser = meter.createAnalyser()
      meter.createMediaStreamSource(stream).connect(analyser)
      const samples = new Uint8Array(analyser.fftSize)
      const timer = setInterval(() => {
        analyser.getByteTimeDomainData(samples)
        const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0) / 128
        all.current.push(loudest)
        setLevels(all.current.slice(-levelsMax))
        const elapsed = performance.now() - startedAt
        setElapsedMs(elapsed)
        if (elapsed >= lengthMsMax && made.state === 'recording') made.stop()
      }, levelEveryMs)
      stop = () => {
        clearInterval(timer)
        end()
        void meter.close()
        if (made.state !== 'inactive') made.stop()
      }
      made.ondataavailable = ({ data }) => data.size > 0 && chunks.push(data)
      made.onstop = () => {
        clearInterval(timer)
        end()
        if (isOver) return
        const blob = new Blob(chunks, { type })
        setDone({
          blob,
          url: URL.createObjectURL(blob),
          durationMs: performance.now() - startedAt,
          levels: all.current,
        })
      }
      recorder.current = made
      made.start(1000)
    }
    begin().catch((error: unknown) =>
      setProblem(
        (error as Error).name === 'NotAllowedError' || (error as Error).name === 'SecurityError'
          ? 'refused'
          : 'missing',
      ),
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [])
  const url = done?.url
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])

  if (problem)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 rounded-lg bg-surface-2 px-4 py-3 text-sm">
        <Mic className="icon text-ink-3" aria-hidden="true" />
        <span className="min-w-0 flex-1">{t(`messages.mic.${problem}`)}</span>
        <Button size="sm" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    )
  return (
    <div role="group" aria-label={t('messages.voice')} className="flex items-center gap-2.5">
      <IconButton label={t('messages.dropVoice')} tip="top" onClick={onClose}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      <div className="min-w-0 flex-1">
        {done ? (
          <Audio src={done.url} peaks={done.levels} durationMs={done.durationMs} title={t('messages.voice')} />
        ) : (
          <div className="flex h-12 items-center gap-3 rounded-full bg-surface-2 px-4">
            <span className="size-2.5 shrink-0 animate-pulse rounded-full bg-live" aria-hidden="true" />
            <span className="num text-sm font-semibold" role="timer">
              {clock(elapsedMs)}
            </span>
            <span
              className="flex h-7 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden"
              aria-hidden="true"
            >
              {levels.map((level, at) => (
                <span
                  // Bars only move along.
                  key={at}
                  className="w-1 shrink-0 rounded-full bg-primary-text"
                  style={{ height: `${Math.max(12, level * 100)}%` }}
                />
              ))}
            </span>
          </div>
        )}
      </div>
      {done ? (
        <IconButton
          variant="primary"
          size="lg"
          label={t('messages.send')}
          tip="none"
          onClick={() => onSend(done.blob, nameFor(done.blob.type))}
        >
          <Send className="rtl:-scale-x-100" aria-hidden="true" />
        </IconButton>
      ) : (
        <IconButton
          variant="primary"
          size="lg"
          label={t('messages.stopVoice')}
          tip="none"
          disabled={elapsedMs === 0}
          onClick={() => recorder.current?.stop()}
        >
          <Square className="fill-current" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

const nameFor = (type: string): string =>
  `voice-note.${type.startsWith('audio/mp4') ? 'm4a' : type.startsWith('audio/ogg') ? 'ogg' : 'webm'}`
