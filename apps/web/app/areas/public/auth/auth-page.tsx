import type { ReactNode } from 'react'
import room from '../../../art/room.webp'
import dance from '../../../art/dance.webp'
import kiln from '../../../art/kiln.webp'
import './auth-page.css'

const images = { room, dance, kiln }

interface AuthPageProps {
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
  /** Below the form: the other way in. */
  foot?: ReactNode
  image?: keyof typeof images
  wide?: boolean
}

/** A form and, where there is room, the window it opens. */
export function AuthPage({ title, lead, children, foot, image = 'room', wide = false }: AuthPageProps) {
  return (
    <div className={wide ? 'auth auth-wide' : 'auth'}>
      <div className="auth-glow" aria-hidden="true" />
      <div className="auth-form">
        <h1 className="text-3xl">{typeof title === 'string' ? unbroken(title) : title}</h1>
        {lead ? <p className="mt-2 text-base leading-6 text-ink-2">{lead}</p> : null}
        <div className="mt-7">{children}</div>
        {foot ? <p className="mt-7 text-sm text-ink-2">{foot}</p> : null}
      </div>
      <div className="auth-window" aria-hidden="true">
        <img src={images[image]} alt="" width={560} height={660} decoding="async" />
        <svg viewBox="0 0 560 660" fill="none" stroke="currentColor" strokeWidth="9">
          <path d="M0 280h560M196 280a84 84 0 0 1 168 0M212 231 53 116M254 200 193 14M306 200 367 14M348 231 507 116" />
        </svg>
      </div>
    </div>
  )
}

/** A large title has no line break inside a word, even if the word has a hyphen. */
const unbroken = (title: string): ReactNode =>
  title.split(/(\p{L}+-\p{L}+)/u).map((piece, at) =>
    at % 2 ? (
      // The pieces of one title never move.
      <span key={at} className="whitespace-nowrap">
        {piece}
      </span>
    ) : (
      piece
    ),
  )
