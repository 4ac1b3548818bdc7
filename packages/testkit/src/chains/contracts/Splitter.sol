// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// Passes on the coins it is sent: the receivers get internal transfers, which no transaction of theirs shows.
contract Splitter {
    receive() external payable {}

    /// In equal parts; what does not divide stays here.
    function split(address payable[] calldata receivers) external payable {
        uint256 part = msg.value / receivers.length;
        for (uint256 at = 0; at < receivers.length; at++) {
            (bool sent, ) = receivers[at].call{value: part}("");
            require(sent, "refused");
        }
    }

    /// Tries to pay, fails inside, and goes on: the inner transfers are undone though the transaction succeeds.
    function tryAndFail(address payable receiver) external payable {
        try this.payAndRevert{value: msg.value}(receiver) {} catch {}
    }

    function payAndRevert(address payable receiver) external payable {
        (bool sent, ) = receiver.call{value: msg.value}("");
        require(sent && false, "undone");
    }

    /// Sends everything to itself in two steps, so that an inner call has inner calls.
    function relay(Splitter next, address payable receiver) external payable {
        next.forward{value: msg.value}(receiver);
    }

    function forward(address payable receiver) external payable {
        (bool sent, ) = receiver.call{value: msg.value}("");
        require(sent, "refused");
    }
}
