// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// Tells of transfers that never were, in anyone's name, as tokens made for address poisoning do. It has no balances.
contract LyingToken {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function lie(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}
