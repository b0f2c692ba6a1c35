import ayu from '../../../art/person-ayu.webp'
import kofi from '../../../art/person-kofi.webp'
import noa from '../../../art/person-noa.webp'
import priya from '../../../art/person-priya.webp'
import teo from '../../../art/person-teo.webp'

/** Five rendered people. Decoration. */
export function Faces() {
  return (
    <span className="flex" aria-hidden="true">
      {[ayu, teo, priya, kofi, noa].map((face) => (
        <img
          key={face}
          src={face}
          alt=""
          width={38}
          height={38}
          decoding="async"
          className="-ms-2.5 size-[38px] rounded-full ring-3 ring-canvas first:ms-0"
        />
      ))}
    </span>
  )
}
