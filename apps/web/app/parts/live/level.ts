import { useEffect, useState } from 'react'

/** How loud a microphone is. `waiting`: the browser measures nothing before the page is used. */
export type LevelWord = 'waiting' | 'quiet' | 'good' | 'loud'
export interface Level {
  /** 0 to 1, even in decibels from silence to the loudest that can be sent. */
  share: number
  word: LevelWord
}

const silenceDb = -60
const quietDb = -42
const loudDb = -3
const everyMs = 100
/** Words follow the loudest of so many readings, and the bar that of fewer: speech has pauses. */
const readingsMax = 20
const barReadings = 3

/** The loudest sample, in decibels below the loudest there can be. */
export const peakDb = (samples: Float32Array): number =>
  20 * Math.log10(Math.max(1e-6, ...samples.map((sample) => Math.abs(sample))))

export const levelOf = (readings: readonly number[]): Level => {
  const loudest = Math.max(silenceDb, ...readings)
  const now = Math.max(silenceDb, ...readings.slice(-barReadings))
  return {
    share: Math.min(1, Math.max(0, 1 - now / silenceDb)),
    word: loudest >= loudDb ? 'loud' : loudest < quietDb ? 'quiet' : 'good',
  }
}

/** Reads the level of a track ten times a second. */
export function useLevel(track: MediaStreamTrack | null): Level {
  const [level, setLevel] = useState<Level>({ share: 0, word: 'waiting' })
  useEffect(() => {
    if (!track) return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 2048
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let readings: number[] = []
    const timer = setInterval(() => {
      if (context.state !== 'running') return
      analyser.getFloatTimeDomainData(samples)
      readings = [...readings, peakDb(samples)].slice(-readingsMax)
      setLevel(levelOf(readings))
    }, everyMs)
    const resume = () => void context.resume()
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, resume)
    return () => {
      clearInterval(timer)
      for (const name of ['pointerdown', 'keydown']) removeEventListener(name, resume)
      setLevel({ share: 0, word: 'waiting' })
      void context.close()
    }
  }, [track])
  return level
}
