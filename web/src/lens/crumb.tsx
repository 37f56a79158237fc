// The path of minds: solid pills are where you are, dashed ones where you can
// go next; a click on a pill cuts the path there.
import { everybody, type Cast } from "../base/cast";
import { SeatMark } from "../kit/seat";

export function Crumb(props: {
  cast: Cast; seat: number; path: number[]; depthMax: number;
  setPath(path: number[]): void; initials?: boolean;
}) {
  const { cast, seat, path, setPath } = props;
  const open = path[0] === everybody || seat === everybody;
  const whole = open ? [everybody] : [seat, ...path];
  const last = whole[whole.length - 1];
  const next = open ? (seat === everybody ? [] : [seat])
    : whole.length >= props.depthMax ? [] : cast.seats.map((s) => s.seat).filter((s) => s !== last);
  const pill = (s: number, on: boolean) => s === everybody
    ? <span>Everybody</span> : (
    <>
      <SeatMark letter={cast.letter(s)} person={cast.person(s)} lens={on}
        size={24} />
      {(on || !props.initials) && <span title={cast.name(s)}>
        {cast.name(s)}</span>}
    </>
  );
  return (
    <nav class="crumb" aria-label="Through whose eyes">
      {whole.map((s, i) => (
        <>
          {i > 0 && <span class="then" aria-hidden="true">›</span>}
          <button class="mind on" aria-current={i === path.length}
            aria-label={`${cast.name(s)}${i < path.length
              ? ", back to here" : ""}`}
            onClick={() => setPath(path.slice(0, i))}>{pill(s, true)}</button>
        </>
      ))}
      {next.length > 0 &&
        <span class="then" aria-hidden="true">›</span>}
      {next.map((s) => (
        <button class="mind" aria-label={`Through the eyes of ${cast.mid(s)}`}
          onClick={() => setPath(open ? [] : [...path, s])}>
          {pill(s, false)}</button>
      ))}
      {!open && path.length === 0 && (
        <button class="mind public" aria-label="Everybody: what is public"
          onClick={() => setPath([everybody])}><span>Everybody</span></button>
      )}
    </nav>
  );
}
