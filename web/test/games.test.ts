import { describe, expect, it } from "vitest";
import { neighbour } from "../src/games/keys.ts";
import { follow, meant, point } from "../src/games/pointing.ts";
import { put } from "../src/games/setup.ts";
import { specOf, valuesOf } from "../src/games/spec.ts";
import type { Board, Choice, GameListed, Touch } from "../src/games/types.ts";

function choice(move: string, ...touches: Touch[]): Choice {
  return { move, to: move, best: false, touches };
}

describe("pointing at moves", () => {
  it("follows groups in order and places of a group in any order", () => {
    const touch = [[1, 2], [3]];
    expect(follow(touch, [])).toEqual({ complete: false, next: [1, 2] });
    expect(follow(touch, [2])).toEqual({ complete: false, next: [1] });
    expect(follow(touch, [2, 1])).toEqual({ complete: false, next: [3] });
    expect(follow(touch, [2, 1, 3])).toEqual({ complete: true, next: [] });
    expect(follow(touch, [3])).toBeNull();
    expect(follow(touch, [1, 2, 3, 3])).toBeNull();
    expect(follow([[4, 4]], [4, 4])).toEqual({ complete: true, next: [] });
    expect(follow([[4, 4]], [4])).toEqual({ complete: false, next: [4] });
  });

  it("tells a move that is complete from those that go on", () => {
    const one = choice("one", [[1]]);
    const two = choice("two", [[1], [2]]);
    const either = choice("either", [[3]], [[4]]);
    const start = point([one, two, either], []);
    expect([...start.next.keys()].sort()).toEqual([1, 3, 4]);
    const after = point([one, two, either], [1]);
    expect(after.complete).toEqual([one]);
    expect(after.next.get(2)).toEqual([two]);
    expect(meant(after)).toEqual([one, two]);
    expect(point([one, two, either], [4]).complete).toEqual([either]);
  });
});

const connect: GameListed = {
  name: "connect",
  title: "",
  summary: "",
  rules: "",
  known: "",
  parameters: [
    { before: ":", name: "WIDTH", example: "5" },
    { before: "x", name: "HEIGHT", example: "4" },
    { before: "x", name: "ROW", example: "4" },
  ],
  examples: [],
};

describe("parameters", () => {
  it("are taken from a spec and put back", () => {
    expect(valuesOf(connect, "connect:7x6x4")).toEqual(["7", "6", "4"]);
    expect(specOf(connect, ["7", "6", "4"])).toBe("connect:7x6x4");
    expect(valuesOf(connect, "four")).toEqual(["5", "4", "4"]);
    const subtraction = {
      ...connect,
      name: "subtraction",
      parameters: [
        { before: ":", name: "TAKE,TAKE,...", example: "1" },
        { before: ":", name: "PILE", example: "2" },
      ],
    };
    expect(valuesOf(subtraction, "subtraction:1,3,4:21")).toEqual(["1,3,4", "21"]);
  });
});

const board: Board = {
  style: "cells",
  places: [
    { x: 0, y: 0, label: "a1" },
    { x: 1, y: 0, label: "b1" },
    { x: 0, y: 1, label: "a2" },
    { x: 4, y: 0, label: "giraffe in hand", hand: "first" },
  ],
  lines: [],
  pieces: [{ place: 0, piece: "stone", side: "first", title: "x", count: 1 }],
  palette: [
    { piece: "stone", side: "first", title: "x" },
    { piece: "giraffe", side: "first", title: "giraffe" },
  ],
  text: "",
};

describe("a board that is set up", () => {
  it("has one man on a place, and none after the same again", () => {
    const stone = board.palette[0]!;
    expect(put(board, 1, stone)).toHaveLength(2);
    expect(put(board, 0, stone)).toHaveLength(0);
    expect(put(board, 0, null)).toHaveLength(0);
  });

  it("counts men in hand up and begins again", () => {
    const stone = board.palette[0]!;
    const once = put(board, 3, stone);
    expect(once.at(-1)).toMatchObject({ piece: "giraffe", count: 1, place: 3 });
    const twice = put({ ...board, pieces: once }, 3, stone);
    expect(twice.at(-1)).toMatchObject({ count: 2 });
    expect(put({ ...board, pieces: twice }, 3, stone)).toEqual(board.pieces);
  });

  it("counts on vertices", () => {
    const graph: Board = { ...board, style: "graph" };
    expect(put(graph, 0, board.palette[0]!)).toMatchObject([{ count: 2 }]);
  });
});

describe("arrow keys", () => {
  it("go to the nearest place in their direction", () => {
    expect(neighbour(board.places, 0, [1, 0])).toBe(1);
    expect(neighbour(board.places, 1, [1, 0])).toBe(3);
    expect(neighbour(board.places, 0, [0, 1])).toBe(2);
    expect(neighbour(board.places, 0, [-1, 0])).toBeNull();
  });
});
